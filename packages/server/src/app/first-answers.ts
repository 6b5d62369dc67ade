import {
  getAdminModules,
  getAppSwitcher,
  getBranding,
  getLauncher,
  getLauncherApplications,
  getLauncherNotices,
  getLauncherPreferences,
  getPrincipalInfo,
  getSession,
  getUserData,
  listAdminEnvironments,
  listEnvironments,
  listIdentityProviders,
  listNotices,
  listStalledProvisioning,
  type Endpoint,
  type PortalUser,
} from '@portico/core/contract'

import { brandOf } from '../tenant/branding/brand.ts'
import type { Deps } from '../kit/http/deps.ts'
import { readCookie } from '../kit/http/cookies.ts'
import { readTogether } from '../kit/http/handle.ts'
import type { Route } from '../kit/http/route.ts'
import { say } from '../kit/words/say.ts'
import { uuidv7 } from '../kit/identifiers.ts'
import type { FirstAnswers, PersonalPages } from '../kit/pages/data-block.ts'
import { routes } from './routes.ts'

/** The first calls of every page of a signed-in person. */
const ofEachPage = [getLauncher, getUserData, getAppSwitcher, getAdminModules, getSession]

/** The calls of a page's first paint, by its HTML file. */
const byPage: Readonly<Record<string, readonly Endpoint[]>> = {
  '/launcher.html': [
    ...ofEachPage,
    getLauncherApplications,
    getLauncherPreferences,
    getLauncherNotices,
    // Of administrators only: readTogether leaves out what the person may not read.
    listNotices,
    listStalledProvisioning,
  ],
  '/environments.html': [getSession, listEnvironments, getPrincipalInfo],
  '/administration.html': ofEachPage,
  '/environment-settings.html': [...ofEachPage, listAdminEnvironments],
  '/service-account.html': [...ofEachPage, listAdminEnvironments],
  '/service-account-create.html': [...ofEachPage, listAdminEnvironments],
  '/identity-providers.html': [...ofEachPage, listIdentityProviders],
  '/sign-ins.html': ofEachPage,
  '/tenant-lists.html': ofEachPage,
  '/tenant-details.html': ofEachPage,
}

/** Maximum time a page waits for its answers; after that the script requests them itself. */
const waitMaxMs = 1_000

/** The pages of signed-in people begin with the answers that their script would ask for first. */
export function personalPages(deps: Deps): PersonalPages {
  return {
    isPersonal: (page, request) =>
      Object.hasOwn(byPage, page) && readCookie(request, deps.settings, 'session') !== undefined,
    firstAnswers: (page, request) => inTime(read(page, request, deps)),
  }
}

/** The answer of the API; undefined if it is refused or fails: the page then calls the API and shows the problem. */
async function read(page: string, request: Request, deps: Deps): Promise<FirstAnswers | undefined> {
  const wanted = (byPage[page] ?? []).map(routeOf)
  const nowMs = deps.clock.now()
  const incoming = { request, requestId: uuidv7(nowMs), address: 'unknown' }
  const values = await readTogether(wanted, incoming, deps).catch(() => undefined)
  if (values === undefined) return undefined
  const { logoSides: _, ...branding } = (await brandOf(request, deps)).brand
  return {
    date: new Date(nowMs).toUTCString(),
    answers: {
      ...Object.fromEntries(wanted.map(({ endpoint }, at) => [endpoint.path, values[at]])),
      [getBranding.path]: branding,
    },
    greeting: greetingOf(values[wanted.findIndex(({ endpoint }) => endpoint === getLauncher)]),
  }
}

/** As the launcher greets; undefined if its answer was refused. */
function greetingOf(answer: unknown): string | undefined {
  if (answer === undefined) return undefined
  const { nickname, name } = answer as PortalUser
  return say('launcher.hello', { name: nickname || name })
}

async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((done) => (timer = setTimeout(() => done(undefined), waitMaxMs)))
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function routeOf(endpoint: Endpoint): Route {
  const route = routes.find((one) => one.endpoint === endpoint)
  if (route === undefined) throw new TypeError(`${endpoint.name} has no route.`)
  return route
}
