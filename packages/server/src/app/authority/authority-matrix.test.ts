import type { Endpoint } from '@portico/core'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Route } from '../../kit/http/route.ts'
import { routes } from '../routes.ts'
import {
  actors,
  belongsTo,
  expectedStatus,
  idKinds,
  namesObjects,
  needsFreshSignIn,
  type ActorName,
  type GuardedRoute,
  type IdKind,
} from './cells.ts'
import { sender } from './testing/callers.ts'
import { pathFor } from './testing/paths.ts'
import { initFor } from './testing/requests.ts'
import { createWorld, type World } from './testing/world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world?.server.close())

const guarded = routes.filter((route): route is GuardedRoute => route.allow !== 'anyone')

describe.each(guarded.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route] as const))(
  '%s',
  (_, route) => {
    it.each(actors)('%s', async (actor) => {
      const answers = new Map<IdKind, { status: number; body: string }>()
      for (const ids of namesObjects(route.endpoint) ? idKinds : (["acme's"] as const)) {
        if (ids === "other environment's" && !isOfOneEnvironment(route.endpoint)) continue
        // Support users know this tenant too; it does not let them in (support-access.test.ts).
        if (ids === "globex's" && actor === 'vendor support' && route.endpoint.path.includes('{tenantId}')) continue
        const wanted = expectedStatus({ route, actor, ids })
        const { name, method } = route.endpoint
        const changesNothing = (wanted >= 400 || method === 'GET') && !needsFreshSignIn.has(name)
        const answer = await send(route, { actor, ids, changesNothing })
        answers.set(ids, answer)
        expect(answer.status, `${actor}, ${ids} ids: ${answer.body}`).toBe(wanted)
        if (wanted === 403 && lacksRole(actor, route)) expect(answer.body).toContain(missingRole[route.allow])
      }
      // Foreign, misplaced and random ids get the same answer.
      const hidden = [...answers]
        .filter(([ids]) => !belongsTo(actor, ids, route.endpoint) && ids !== 'wrong type')
        .map(([, answer]) => answer)
      expect(new Set(hidden.map((one) => one.body)).size, 'byte for byte alike').toBeLessThanOrEqual(1)
    })
  },
)

/** The role that the sentence of a refusal names, by who may call. */
const missingRole: Readonly<Record<string, string>> = {
  admin: 'the role Security Admin',
  support: 'the role Support',
  'in-support': 'the role Support',
}

/** People and programs: what recovery, setup and support sessions may do does not depend on roles. */
function lacksRole(actor: ActorName, { allow }: Route): boolean {
  const isAdmin = actor === 'admin' || actor === "globex's admin" || actor === 'admin service account'
  const holdsRoles = actor === 'plain user' || actor === 'service account' || actor === 'vendor support' || isAdmin
  return holdsRoles && allow in missingRole && !(isAdmin && allow === 'admin')
}

/** Calls that succeeded and may have changed something: the name of the endpoint by the id of the request. */
const changes = new Map<string, string>()

/** Calls without a row in the audit log, and why. */
const unrecorded: Readonly<Record<string, string>> = {
  extractPublicKey: 'changes nothing',
  findDeviceRequest: 'changes nothing',
  importProviderMetadata: 'changes nothing',
  readApplicationMetadata: 'changes nothing',
  lintIdentityProviderDraft: 'changes nothing',
  previewTransforms: 'changes nothing',
  renewSession: 'extends a session, as each call does',
  selectEnvironment: 'changes what one session shows',
  putLauncherPreferences: 'changes what one person sees',
  answerIdpSwitch: 'Not Now is sent here; primary-idp.test.ts accepts',
  answerDeviceRequest: 'no command line waits here; see cli-sign-in.test.ts',
  endOtherSessions: 'there are none here; see session-list.test.ts',
  putPrimaryIdp: 'it is primary already; see primary-idp.test.ts',
  approveTakeovers: 'no account waits here; see takeovers.test.ts',
  putGroupSource: 'it is claims already; see scim/groups/project.test.ts',
  rejectPrimaryIdp: 'nothing is pending here; see primary-idp.test.ts',
  reactivatePerson: 'the person is active here; see people.test.ts',
  saveSetup: 'the values are the same here; see setup.test.ts',
}

describe('the audit log', () => {
  it('has a row of each call that changes something', async () => {
    const { rows } = await sql<{ id: string }>`select distinct request_id as id from audit`.execute(
      world.server.database.owner,
    )
    const recorded = new Set(rows.map(({ id }) => changes.get(id)))
    const silent = new Set([...changes.values()].filter((name) => !recorded.has(name)))
    expect([...silent].toSorted()).toEqual(Object.keys(unrecorded).toSorted())
  })
})

/** A custom role belongs to all environments. */
function isOfOneEnvironment({ path }: Endpoint): boolean {
  return /\{envId\}.*\{\w+\}/.test(path) && !path.includes('{envId}/roles/')
}

type Call = { readonly actor: ActorName; readonly ids: IdKind; readonly changesNothing: boolean }

async function send(
  { endpoint }: Route,
  { actor, ids, changesNothing }: Call,
): Promise<{ status: number; body: string }> {
  const cell = { endpoint, changesNothing }
  const from = await sender(world, actor, cell)
  const response = await from.send(`/api${await pathFor(world, cell, ids)}`, await initFor(world, endpoint, from.csrf))
  if (endpoint.method !== 'GET' && response.status < 400)
    changes.set(response.headers.get('x-request-id') ?? '', endpoint.name)
  const text = await response.text()
  // The id of the resource comes from the sender's path (bodies.test.ts).
  return { status: response.status, body: text.replace(/"(?:requestID|resourceID)":"[^"]*"/g, '') }
}
