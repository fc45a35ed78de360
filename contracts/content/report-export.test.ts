import { expect, test } from "vitest";
import type { Platform } from "./brief-answers.ts";
import { EXPORT_ROWS_MAX, readExport } from "./report-export.ts";

const CONTENT = [
  '\uFEFF"Post ID","Account username",Description,"Publish time",Permalink,"Post type",Date,Views,Reach,Likes,Shares,Follows,Comments,Saves',
  '1.22158E+17,figs,"Warm, from\nthe ""oven""","11/02/2026 09:00",https://instagram.example/p/1,IG image,Lifetime,"12,400",9000,"1,200",10,3,40,5',
  "1.22158E+17,figs,Plums,11/09/2026 09:00,https://instagram.example/p/2,IG reel,Lifetime,600,500,100,2,,8,1",
].join("\r\n");

const LIST: readonly [name: string, platform: Platform, text: string, expected: object][] = [
  [
    "Business Suite, content: quoted thousands and lines, columns that are not added up",
    "instagram",
    CONTENT,
    {
      figures: { views: 13_000, interactions: 1_366, saves_and_shares: 18 },
      rows: 2,
      unused: [
        "Post ID",
        "Account username",
        "Description",
        "Publish time",
        "Permalink",
        "Post type",
        "Date",
        "Reach",
        "Follows",
      ],
      unread: 0,
      unclear: [],
      posts: {
        metric: "reach",
        values: [
          { url: "https://instagram.example/p/1", value: 9_000 },
          { url: "https://instagram.example/p/2", value: 500 },
        ],
      },
    },
  ],
  [
    "Business Suite, results: a separator, a title, one figure a day",
    "facebook",
    'sep=,\r\n"Link clicks"\r\n"Date","Primary"\r\n"2026-11-01T00:00:00","3"\r\n"2026-11-02T00:00:00","0"\r\n',
    { figures: { link_clicks: 3 }, rows: 2, unused: ["Date"], unread: 0, unclear: [] },
  ],
  [
    "TikTok Studio, overview: dates without a year",
    "tiktok",
    "Date,Video Views,Profile Views,Likes,Comments,Shares\nOctober 1,10,1,2,3,4\nOctober 2,20,1,2,3,4\n",
    {
      figures: { views: 30, profile_visits: 2, likes: 4, comments: 6, shares: 8 },
      rows: 2,
      unused: ["Date"],
      unread: 0,
      unclear: [],
    },
  ],
  [
    "TikTok Studio, followers: a loss, and cells that say undefined",
    "tiktok",
    "Date,Followers,Difference in followers from previous day\nOctober 1,undefined,undefined\nOctober 2,97,-3\n",
    { figures: { followers: -3 }, rows: 2, unused: ["Date", "Followers"], unread: 1, unclear: [] },
  ],
  [
    "column without any number: not known, and not 0",
    "tiktok",
    "Date,Likes\nOctober 1,undefined\n",
    { figures: { likes: null }, rows: 1, unused: ["Date"], unread: 1, unclear: [] },
  ],
  [
    "TikTok Studio, content",
    "tiktok",
    "Video title,Video link,Post time,Total likes,Total comments,Total shares,Total views\nFigs,https://tiktok.example/1,2 October,1,2,3,4\n",
    {
      figures: { views: 4, likes: 1, comments: 2, shares: 3 },
      rows: 1,
      unused: ["Video title", "Video link", "Post time"],
      unread: 0,
      unclear: [],
      posts: { metric: "views", values: [{ url: "https://tiktok.example/1", value: 4 }] },
    },
  ],
  [
    "cells pasted from a spreadsheet",
    "x",
    "Date\tImpressions\tLink clicks\n1 Nov\t40\t2",
    {
      figures: { impressions: 40, link_clicks: 2 },
      rows: 1,
      unused: ["Date"],
      unread: 0,
      unclear: [],
    },
  ],
  [
    "semicolons",
    "linkedin",
    "sep=;\nDate;Impressions;Reactions;Views\n1 Nov;40;2;9",
    {
      figures: { impressions: 40, reactions: 2 },
      rows: 1,
      unused: ["Date", "Views"],
      unread: 0,
      unclear: [],
    },
  ],
  [
    "numbers of other countries: their sums stay blank, and no part of them is a sum",
    "instagram",
    "Date;Views;Likes;Comments;Profile visits\n1 Nov;12.400;3;1;7\n2 Nov;9;4,5;2;1,234",
    {
      figures: { views: null, interactions: null, profile_visits: 1_241 },
      rows: 2,
      unused: ["Date"],
      unread: 0,
      unclear: ["Views: 12.400", "Likes: 4,5"],
    },
  ],
];

test.for(LIST)("%s", ([, platform, text, expected]) => {
  expect(readExport(text, platform)).toEqual({ posts: null, ...expected });
});

test.for([
  ["nothing", "", "no_columns"],
  ["prose", "These are my views, and likes.", "no_columns"],
  ["columns in another language", "Datum,Aufrufe\n1,2", "no_columns"],
  ["columns of another platform alone", "Date,Impressions\n1,2", "no_columns"],
  ["a title that is not added up", "sep=,\nReach\nDate,Primary\n1,2", "no_columns"],
  ["a quotation mark that is not closed", 'Date,Views\n1,"2\n3,4', { broken: 2 }],
  ["too many rows", `Date,Views\n${"1,1\n".repeat(EXPORT_ROWS_MAX + 1)}`, "too_long"],
] as const)("%s: refused", ([, text, reason]) => {
  expect(readExport(text, "instagram")).toEqual(reason);
});
