/** @param titles of the page's parts, by id */
export function Contents({ titles }: { titles: Readonly<Record<string, string>> }) {
  return (
    <nav aria-label="On this page" className="no-print">
      <ul className="mb-6 flex flex-wrap gap-x-6">
        {Object.entries(titles).map(([id, title]) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-block py-2.5 text-link">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
