import { BANK_HOLIDAYS_OF, type Nation } from "../bank-holidays.ts";
import type { SamplePost } from "./sample-post.ts";

type Occasion = {
  readonly name: string;
  readonly big: readonly string[];
  readonly small: string;
  readonly caption: string;
  /** London dates. */
  readonly on: readonly string[];
  /** Where it is kept, if not everywhere. */
  readonly nations?: readonly Nation[];
};

const SCOTLAND: readonly Nation[] = ["Scotland"];

/** The post for a bank holiday that is no occasion of its own. */
const DAY_OFF = {
  big: ["A day", "off."],
  small: "Bank holiday",
  caption: "An extra day, {town}. Ask {name} when we’re open, and tell us what you’re up to.",
};

/** December 2026 to December 2028, the most telling first. */
export const OCCASIONS: readonly Occasion[] = [
  {
    name: "Christmas Eve",
    big: ["Merry", "Christmas,", "{town}."],
    small: "From {name}",
    caption:
      "From all of us at {name}: a merry Christmas, {town}. See you on the other side of it.",
    on: ["2026-12-24", "2027-12-24", "2028-12-24"],
  },
  {
    name: "New Year’s Eve",
    big: ["See you", "next year."],
    small: "{name}",
    caption: "One more sleep. Thank you for this one, {town}, from everybody at {name}.",
    on: ["2026-12-31", "2027-12-31", "2028-12-31"],
  },
  {
    name: "Mothering Sunday",
    big: ["To the one", "who taught", "you that."],
    small: "Mothering Sunday",
    caption: "To mums in {town}, and to everybody who’s been like one: today’s yours. {name}",
    on: ["2027-03-07", "2028-03-26"],
  },
  {
    name: "Pancake Day",
    big: ["Lemon and", "sugar?"],
    small: "Pancake Day",
    caption: "It’s the only argument at {name} today. What’s on yours, {town}?",
    on: ["2027-02-09", "2028-02-29"],
  },
  {
    name: "Valentine’s Day",
    big: ["You know", "who you", "are."],
    small: "Happy Valentine’s Day",
    caption: "To everybody in {town} who’s somebody’s favourite. You’re one of ours. {name}",
    on: ["2027-02-14", "2028-02-14"],
  },
  {
    name: "Father’s Day",
    big: ["Thanks,", "Dad."],
    small: "Father’s Day",
    caption: "To dads in {town}, and to everybody who’s been like one: today’s yours. {name}",
    on: ["2027-06-20", "2028-06-18"],
  },
  {
    name: "Halloween",
    big: ["Trick or", "treat?"],
    small: "Halloween",
    caption: "Show us the costume, {town}. Everybody at {name} is pretending not to be scared.",
    on: ["2027-10-31", "2028-10-31"],
  },
  {
    name: "Bonfire Night",
    big: ["Ooh.", "Aah."],
    small: "Bonfire Night",
    caption: "Gloves on, pets in, eyes up. Where’s the best view in {town} tonight? {name}",
    on: ["2027-11-05", "2028-11-05"],
  },
  {
    name: "Small Business Saturday",
    big: ["Small is", "the point."],
    small: "Small Business Saturday",
    caption: "Tag a small business in {town} that you’d miss. {name} goes first: all of them.",
    on: ["2026-12-05", "2027-12-04", "2028-12-02"],
  },
  {
    name: "New Year’s Day",
    big: ["Hello,", "again."],
    small: "Happy New Year",
    caption: "A happy new year, {town}. What’s the one thing you’d like more of? {name}",
    on: ["2027-01-01", "2028-01-01"],
  },
  {
    name: "Burns Night",
    big: ["Happy", "Burns", "Night."],
    small: "{town}",
    caption: "Whoever’s doing the address tonight, {town}: loud and clear. From {name}.",
    on: ["2027-01-25", "2028-01-25"],
    nations: SCOTLAND,
  },
  {
    name: "St David’s Day",
    big: ["Dydd Gŵyl", "Dewi", "Hapus."],
    small: "{name}",
    caption: "A happy St David’s Day, {town}, from all of us at {name}.",
    on: ["2027-03-01", "2028-03-01"],
    nations: ["Wales"],
  },
  {
    name: "St Patrick’s Day",
    big: ["Happy St", "Patrick’s", "Day."],
    small: "{name}",
    caption: "A happy St Patrick’s Day, {town}, from all of us at {name}.",
    on: ["2027-03-17", "2028-03-17"],
    nations: ["Northern Ireland"],
  },
  {
    name: "St Andrew’s Day",
    big: ["Happy St", "Andrew’s", "Day."],
    small: "{name}",
    caption: "A happy St Andrew’s Day, {town}, from all of us at {name}.",
    on: ["2027-11-30", "2028-11-30"],
    nations: SCOTLAND,
  },
  {
    name: "Easter Sunday",
    big: ["Happy", "Easter."],
    small: "{name}",
    caption: "A happy Easter, {town}. May you find every last egg. From {name}",
    on: ["2027-03-28", "2028-04-16"],
  },
  {
    name: "Clocks go forward",
    big: ["Lost an", "hour?"],
    small: "The clocks went forward",
    caption: "If you’re early or late for everything today, {town}, so is half of {name}.",
    on: ["2027-03-28", "2028-03-26"],
  },
  {
    name: "Clocks go back",
    big: ["An hour", "back."],
    small: "The clocks went back",
    caption: "What did you do with it, {town}? Everybody at {name} says the same: slept.",
    on: ["2027-10-31", "2028-10-29"],
  },
  {
    name: "Longest day",
    big: ["The longest", "day."],
    small: "{town}",
    caption: "Still light, {town}. Where are you watching it go down? {name}",
    on: ["2027-06-21", "2028-06-20"],
  },
];

/** Towns and postcode areas outside England: all others are taken to be in England. Names that two nations have are left out. */
const PLACES: Readonly<Record<Exclude<Nation, "England">, string>> = {
  Wales:
    "CF|LD|LL|NP|SA|Abercarn|Aberdare|Aberdovey|Abergavenny|Abergele|Abertillery|Aberystwyth|Ammanford|Bala|Bargoed|Barmouth|Barry|Beaumaris|Beddgelert|Betws-y-Coed|Blackwood|Blaenau Ffestiniog|Brecon|Bridgend|Brynmawr|Builth Wells|Caernarfon|Caerphilly|Caldicot|Cardiff|Cardigan|Carmarthen|Chepstow|Colwyn Bay|Connah's Quay|Conwy|Cowbridge|Criccieth|Crickhowell|Cwmbran|Denbigh|Dolgellau|Ebbw Vale|Fishguard|Flint|Harlech|Haverfordwest|Hay-on-Wye|Holyhead|Holywell|Knighton|Lampeter|Llandeilo|Llandovery|Llandrindod Wells|Llandudno|Llanelli|Llangefni|Llangollen|Llanrwst|Llantwit Major|Llanidloes|Machynlleth|Maesteg|Menai Bridge|Merthyr Tydfil|Milford Haven|Mold|Monmouth|Mountain Ash|Mumbles|The Mumbles|Narberth|Neath|Newtown|Pembroke|Pembroke Dock|Penarth|Pontypool|Pontypridd|Port Talbot|Porthcawl|Porthmadog|Prestatyn|Pwllheli|Rhyl|Ruthin|Saundersfoot|St Davids|Swansea|Tenby|Tonypandy|Tredegar|Treorchy|Tywyn|Usk|Welshpool|Wrexham|Ystradgynlais",
  Scotland:
    "AB|DD|DG|EH|FK|G|HS|IV|KA|KW|KY|ML|PA|PH|ZE|Aberdeen|Aberfeldy|Airdrie|Alloa|Alness|Annan|Anstruther|Arbroath|Ardrossan|Auchterarder|Aviemore|Ayr|Ballater|Banchory|Banff|Bathgate|Bearsden|Bellshill|Blairgowrie|Bo'ness|Brechin|Broughty Ferry|Buckie|Callander|Campbeltown|Carnoustie|Clydebank|Coatbridge|Cowdenbeath|Crail|Crieff|Cumbernauld|Cumnock|Cupar|Dalkeith|Dingwall|Dornoch|Dumbarton|Dumfries|Dunbar|Dunblane|Dundee|Dunfermline|Dunkeld|Dunoon|East Kilbride|Edinburgh|Elgin|Ellon|Eyemouth|Falkirk|Forfar|Forres|Fort William|Fraserburgh|Galashiels|Girvan|Glasgow|Glenrothes|Gourock|Grangemouth|Greenock|Haddington|Hamilton|Hawick|Helensburgh|Huntly|Inveraray|Inverness|Inverurie|Irvine|Jedburgh|Kelso|Kilmarnock|Kilwinning|Kinross|Kirkcaldy|Kirkintilloch|Kirkwall|Lanark|Largs|Lerwick|Leven|Linlithgow|Livingston|Lochgilphead|Lockerbie|Melrose|Milngavie|Moffat|Montrose|Motherwell|Musselburgh|Nairn|North Berwick|Oban|Paisley|Peebles|Perth|Peterhead|Pitlochry|Portree|Prestwick|Queensferry|South Queensferry|Renfrew|Rothesay|Rutherglen|St Andrews|Stirling|Stonehaven|Stornoway|Stranraer|Stromness|Tain|Thurso|Tobermory|Tranent|Troon|Ullapool|Wick|Wishaw",
  "Northern Ireland":
    "BT|Antrim|Armagh|Ballycastle|Ballyclare|Ballymena|Ballymoney|Ballynahinch|Banbridge|Belfast|Bushmills|Carrickfergus|Castlederg|Coleraine|Comber|Cookstown|Craigavon|Crumlin|Derry|Donaghadee|Downpatrick|Dromore|Dungannon|Dungiven|Enniskillen|Hillsborough|Holywood|Kilkeel|Larne|Limavady|Lisburn|Lisnaskea|Londonderry|Lurgan|Maghera|Magherafelt|Newry|Newtownabbey|Newtownards|Omagh|Portadown|Portaferry|Portrush|Portstewart|Strabane|Strangford|Warrenpoint",
};

/** Finds the nation of a town. A postcode at the end is found by its area instead. */
export function nationOf(town: string): Nation {
  const [, area] = /\b([a-z]{1,2})\d[a-z\d]?(?: ?\d[a-z]{2})?$/i.exec(town) ?? [];
  const place = `|${(area ?? town).replaceAll("’", "'").toLowerCase()}|`;
  const nations = ["Wales", "Scotland", "Northern Ireland"] as const;
  return nations.find((nation) => `|${PLACES[nation].toLowerCase()}|`.includes(place)) ?? "England";
}

const OCCASIONS_MAX = 3;

/** Picks what the month of a town talks about beside its trade, by day, each at least three days from the others. */
export function occasionsIn(month: string, nation: Nation): ReadonlyMap<number, SamplePost> {
  const days = new Map<number, SamplePost>();
  for (const { on, nations, big, small, caption } of [
    ...OCCASIONS,
    ...BANK_HOLIDAYS_OF[nation].map((date): Occasion => ({ name: date, on: [date], ...DAY_OFF })),
  ]) {
    const day = Number(on.find((date) => date.startsWith(month))?.slice(8));
    const isFree = ![...days.keys()].some((other) => Math.abs(other - day) < 3);
    if (day > 0 && isFree && days.size < OCCASIONS_MAX && (nations?.includes(nation) ?? true))
      days.set(day, { kind: "post", caption, card: { look: "words", big, small: [small] } });
  }
  return days;
}
