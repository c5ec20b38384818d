import type { Texts } from '../en/index.ts';
import type { Shape } from '../shape.ts';
import answers from './answers.ts';
import common from './common.ts';
import nav from './nav.ts';
import errors from './errors.ts';
import practice from './practice.ts';
import legal from './legal.ts';
import login from './login.ts';
import password from './password.ts';
import home from './home.ts';
import market from './market.ts';
import session from './session.ts';
import stock from './stock.ts';
import ticket from './ticket.ts';
import offerings from './offerings.ts';
import newStocks from './new-stocks.ts';
import draw from './draw.ts';
import blocks from './blocks.ts';
import orders from './orders.ts';
import positions from './positions.ts';
import story from './story.ts';
import search from './search.ts';
import assets from './assets.ts';
import recharge from './recharge.ts';
import withdrawal from './withdrawal.ts';
import bank from './bank.ts';
import convert from './convert.ts';
import score from './score.ts';
import bill from './bill.ts';
import proof from './proof.ts';
import finding from './finding.ts';
import papers from './papers.ts';
import personal from './personal.ts';
import notFound from './not-found.ts';
import notices from './notices.ts';
import inbox from './inbox.ts';
import remarks from './remarks.ts';
import banners from './banners.ts';
import pages from './pages.ts';
import credit from './credit.ts';
import kyc from './kyc.ts';
import security from './security.ts';
import privacy from './privacy.ts';
import staff from './staff.ts';
import watching from './watching.ts';
import news from './news.ts';
import tour from './tour.ts';
import terms from './terms.ts';
import keys from './keys.ts';
import picture from './picture.ts';
import vote from './vote.ts';
import service from './service.ts';
import certificate from './certificate.ts';
import reports from './reports.ts';
import refusals from './refusals.ts';
import sectors from './sectors.ts';

export const hi = {
  answers,
  common,
  nav,
  errors,
  practice,
  legal,
  login,
  password,
  home,
  market,
  session,
  stock,
  ticket,
  offerings,
  newStocks,
  draw,
  blocks,
  orders,
  positions,
  story,
  search,
  assets,
  recharge,
  withdrawal,
  bank,
  convert,
  score,
  bill,
  proof,
  finding,
  papers,
  personal,
  notFound,
  notices,
  inbox,
  remarks,
  banners,
  pages,
  credit,
  kyc,
  security,
  privacy,
  staff,
  watching,
  news,
  tour,
  terms,
  keys,
  picture,
  vote,
  service,
  certificate,
  reports,
  refusals,
  sectors,
} satisfies Shape<Texts>;
