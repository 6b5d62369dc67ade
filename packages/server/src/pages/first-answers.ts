import {
  getAdminModules,
  getAppSwitcher,
  getLauncher,
  getLauncherApplications,
  getPrincipalInfo,
  getSession,
  getUserData,
  listEnvironments,
  type Endpoint,
} from '@portico/core/contract'

import type { Deps } from '../deps.ts'
import { readCookie } from '../http/cookies.ts'
import { readTogether } from '../http/handle.ts'
import type { Route } from '../http/route.ts'
import { uuidv7 } from '../identifiers.ts'
import { routes } from '../routes.ts'
import { senders } from '../sessions/authenticate.ts'

/** The calls that every page of a signed-in person begins with. */
const ofEachPage = [getLauncher, getUserData, getAppSwitcher, getAdminModules, getSession]

/** The calls of a page's first paint, by its HTML file. */
const byPage: Readonly<Record<string, readonly Endpoint[]>> = {
  '/launcher.html': [...ofEachPage, getLauncherApplications],
  '/environments.html': [getSession, listEnvironments, getPrincipalInfo],
  '/administration.html': ofEachPage,
}

/** Longer than this a page does not wait for its answers: the script asks for them itself. */
const waitMaxMs = 1_000

export type FirstAnswers = {
  /** Value of `Date` (RFC 9110 section 6.6.1). */
  readonly date: string
  /** By path below the API's prefix. */
  readonly answers: Readonly<Record<string, unknown>>
}

/** Whether this page begins with calls, and its browser has a session to answer them with. */
export function hasFirstAnswers(page: string, request: Request, deps: Deps): boolean {
  return Object.hasOwn(byPage, page) && readCookie(request, deps.settings, 'session') !== undefined
}

/**
 * What the page would ask for first, as the API answers it. undefined where it is refused, fails or takes too long: the
 * page then asks by itself and shows what is wrong.
 */
export async function firstAnswers(page: string, request: Request, deps: Deps): Promise<FirstAnswers | undefined> {
  const wanted = (byPage[page] ?? []).map(routeOf)
  const nowMs = deps.clock.now()
  const incoming = { request, requestId: uuidv7(nowMs), address: 'unknown' }
  const read = readTogether(wanted, incoming, deps, senders).then(
    (values) => ({
      date: new Date(nowMs).toUTCString(),
      answers: Object.fromEntries(wanted.map(({ endpoint }, at) => [endpoint.path, values[at]])),
    }),
    () => undefined,
  )
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((done) => (timer = setTimeout(() => done(undefined), waitMaxMs)))
  return Promise.race([read, late]).finally(() => clearTimeout(timer))
}

function routeOf(endpoint: Endpoint): Route {
  const route = routes.find((one) => one.endpoint === endpoint)
  if (route === undefined) throw new TypeError(`${endpoint.name} has no route.`)
  return route
}

/** A data block (HTML standard, "data block"): not a script, so that the content security policy has no say. */
export function dataBlock(answers: FirstAnswers): string {
  const json = JSON.stringify(answers).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="first-answers">${json}</script>`
}
