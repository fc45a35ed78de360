/** @param titles of the page's parts, by id */
export function Contents({ titles }: { titles: Readonly<Record<string, string>> }) {
  return (
    <nav aria-label="On this page" className="no-print">
      <ul className="-mx-3 mb-4 flex overflow-x-auto scroll-shadows whitespace-nowrap md:flex-wrap">
        {Object.entries(titles).map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`} className="nav-link -outline-offset-4">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
