import * as z from 'zod/mini';
import { call } from './call.ts';
import { Announced, ArticleTexts, FixedTexts, Languages, PublishedBanner, Written, staff } from './console-fields.ts';
import { ARTICLE_CATEGORIES } from './content.ts';
import { Count, Id, IdIn, Instant, Nothing, Whole, listOf } from './wire.ts';

/* What the back office writes for all readers, in four languages. Two people publish articles, banners,
   fixed texts and announcements; one opens a vote, and the audit has who. */

export const consoleContentCalls = {
  consoleArticles: call({
    ...staff,
    path: '/console/api/articles',
    method: 'POST',
    doc: 'All articles, also those that are not shown, each with the two people behind it (none of the release’s own and of the simulation’s). Two people publish, change or hide one (`consoleRequest`).',
    body: {},
    data: listOf(
      z.object({
        id: Id,
        category: z.enum(ARTICLE_CATEGORIES),
        source: z.enum(['khara', 'simulation']),
        title: z.string(),
        published: z.boolean(),
        maker: z.nullable(z.string()),
        checker: z.nullable(z.string()),
        at: Instant,
      }),
    ),
    refusals: [],
  }),
  consoleArticle: call({
    ...staff,
    path: '/console/api/article/{id}',
    method: 'POST',
    doc: 'One article in its four languages.',
    body: { id: IdIn },
    data: z.object({
      id: Id,
      category: z.enum(ARTICLE_CATEGORIES),
      published: z.boolean(),
      codes: z.array(z.string()),
      texts: ArticleTexts,
    }),
    refusals: ['not_found'],
  }),
  consoleTakeArticleDown: call({
    ...staff,
    path: '/console/api/takeArticleDown',
    method: 'POST',
    doc: 'Takes down an article that two people published. One person does it, and the audit has who. The release’s own of that id is shown again, or none; two people can publish it anew.',
    body: { id: IdIn },
    data: Nothing,
    refusals: ['not_found'],
  }),
  consoleVotes: call({
    ...staff,
    path: '/console/api/votes',
    method: 'POST',
    doc: 'All votes with their results.',
    body: {},
    data: listOf(
      z.object({
        id: Id,
        title: z.string(),
        closesAt: Instant,
        options: z.array(z.object({ id: Id, name: z.string(), flag: z.string(), votes: Count })),
      }),
    ),
    refusals: [],
  }),
  consoleSaveVote: call({
    ...staff,
    path: '/console/api/saveVote',
    method: 'POST',
    doc: 'Opens a vote. It cannot be changed afterwards: people have voted on it as it stood.',
    body: {
      id: z.string({ error: 'invalid_id' }).check(z.regex(/^[a-z0-9-]{3,48}$/, { error: 'invalid_id' })),
      closesAt: Whole,
      texts: Languages(z.object({ title: Written(200), description: Written(2000) })),
      options: z
        .array(z.object({ country: z.string().check(z.regex(/^[A-Z]{2}$|^$/)), names: Languages(Written(80)) }))
        .check(z.minLength(2), z.maxLength(20)),
    },
    data: Nothing,
    refusals: ['invalid_input', 'already_there', 'pay_to_details', 'claims_too_much'],
  }),
  consoleBanners: call({
    ...staff,
    path: '/console/api/banners',
    method: 'POST',
    doc: 'Banners of the home page in their order, also those that are hidden, each with the two people behind it (none of the release’s own), and the pictures that there are for them. Two people publish or change one (`consoleRequest`).',
    body: {},
    data: z.extend(
      listOf(
        z.extend(PublishedBanner, {
          id: Id,
          place: Count,
          shown: z.boolean(),
          maker: z.nullable(z.string()),
          checker: z.nullable(z.string()),
          at: z.nullable(Instant),
        }),
      ),
      { images: z.array(z.string()) },
    ),
    refusals: [],
  }),
  consoleTakeBannerDown: call({
    ...staff,
    path: '/console/api/takeBannerDown',
    method: 'POST',
    doc: 'Takes down a banner that two people published. One person does it, and the audit has who. The release’s own of that id is shown again, or none; two people can publish it anew.',
    body: { id: IdIn },
    data: Nothing,
    refusals: ['not_found'],
  }),
  consoleTexts: call({
    ...staff,
    path: '/console/api/texts',
    method: 'POST',
    doc: 'The fixed texts (privacy, terms, about, rules …), each with its newest version and the two people behind it; 0 is the release’s own. Two people change one (`consoleRequest`). The notices that warn of fraud are part of the release, and not among them.',
    body: {},
    data: listOf(
      z.object({
        id: Id,
        title: z.string(),
        version: Count,
        maker: z.nullable(z.string()),
        checker: z.nullable(z.string()),
        at: z.nullable(Instant),
      }),
    ),
    refusals: [],
  }),
  consoleText: call({
    ...staff,
    path: '/console/api/text/{id}',
    method: 'POST',
    doc: 'One fixed text in its four languages: the version asked for, else the newest, and the list of all versions.',
    body: {
      id: z.string({ error: 'not_found' }).check(z.regex(/^[a-z.]{3,32}$/, { error: 'not_found' })),
      version: z.optional(Whole),
    },
    data: z.object({
      id: Id,
      version: Count,
      texts: FixedTexts,
      versions: z.array(
        z.object({
          version: Count,
          maker: z.nullable(z.string()),
          checker: z.nullable(z.string()),
          at: z.nullable(Instant),
        }),
      ),
    }),
    refusals: ['not_found'],
  }),
  consoleAnnouncements: call({
    ...staff,
    path: '/console/api/notices',
    method: 'POST',
    doc: 'Announcements to all members, the newest first. Two people publish one (`consoleRequest`).',
    body: {},
    data: listOf(z.extend(Announced, { id: Id, maker: z.string(), checker: z.string(), members: Count, at: Instant })),
    refusals: [],
  }),
};
