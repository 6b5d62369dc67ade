/**
 * Random requests to the SCIM service over HTTP: each is answered below 500, in bounded processor time, with nothing of another tenant
 * or provider, and changes nothing there. A request that names rows of others gets the same answer as one that names none.
 *
 * A failure names the seed and the step, from which the request follows. For another run:
 * `PORTICO_SEED=7 PORTICO_ROUNDS=20000 npx vitest run packages/server/src/protocols/scim/fuzz.test.ts`.
 */
import { inspect, isDeepStrictEqual } from 'node:util'

import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Deps } from '../../kit/http/deps.ts'
import { serve, type Running } from '../../app/serve.ts'
import { randomChoices } from '../../testing/random-choices.ts'
import { createTestServer, withoutRateLimits, type TestServer } from '../../testing/test-server.ts'
import { isSameAnswer, noteApplied, unseenOf, valuesOf, wrongWith, type Own } from './testing/fuzz/answers.ts'
import { largeRequests } from './testing/fuzz/large.ts'
import { decoyOf, decoysOf, type Names, type Others } from './testing/fuzz/names.ts'
import { addOwn, startParties, type Parties } from './testing/fuzz/parties.ts'
import { fuzzRequest } from './testing/fuzz/requests.ts'
import { watchProcess } from './testing/fuzz/watch.ts'
import { createWire, pathOf, type Answer, type FuzzRequest, type Sender, type Wire } from './testing/fuzz/wire.ts'

const seed = Number(process.env['PORTICO_SEED'] ?? 1)
const rounds = Number(process.env['PORTICO_ROUNDS'] ?? 1_500)

let server: TestServer
let running: Running
let wire: Wire
let parties: Parties
let watch: ReturnType<typeof watchProcess>
const ownTexts = ['large 1', 'made 1', 'made 2', 'made 3', 'Made 4', 'made5@own.example', "O'Hara"]
const logged: string[] = []
const own: Own = { Users: new Set(), Groups: new Set() }

beforeAll(async () => {
  watch = watchProcess()
  const note = (entry: object, text: string) => void logged.push(`${text} ${inspect((entry as { err?: unknown }).err)}`)
  const quiet = () => {}
  const log = { debug: quiet, info: quiet, warn: note, error: note } as unknown as Deps['log']
  server = await createTestServer({ ...withoutRateLimits(), drainSecs: 0 }, { log })
  const { deps, tokenEndpoint } = server
  running = await serve(deps, { host: '127.0.0.1', port: 0, tokenEndpoint, pages: new Map() })
  wire = createWire(running.port)
  parties = await startParties(server, wire)
  await addOwn(wire, parties.sender)
  for (const [kind, ids] of Object.entries(own)) {
    const { Resources } = JSON.parse((await get(`/${kind}?count=200`)).text) as { Resources: readonly { id: string }[] }
    for (const { id } of Resources) ids.add(id)
  }
})
afterAll(async () => {
  await watch?.stop()
  wire?.close()
  await running?.stop()
  await server?.close()
})

const get = (address: string) => wire.send({ method: 'GET', address, headers: {}, body: undefined }, parties.sender)

it(
  'random requests are answered in bounded time, below 500, and with nothing of others',
  { timeout: 60_000 + rounds * 100 },
  async () => {
    const before = await parties.otherRows()
    for (let step = 1; step <= rounds; step += 1) {
      await takeStep(step)
      if (step % 250 === 0 || step === rounds)
        expect(await parties.otherRows(), `rows of others at seed ${seed}, before step ${step + 1}`).toEqual(before)
    }
    expect((await get('/Users')).status).toBe(200)
    expect(logged).toEqual([])
  },
)

/**
 * A request that names others is tried with the token of a dry run first, and compared with one that names what does not exist: between
 * them nothing changes.
 */
async function takeStep(step: number): Promise<void> {
  const { probed, tried, sender, dryRun, otherProviderIds } = parties
  const ids = { userIds: [...own.Users], groupIds: [...own.Groups] }
  const requestFor = (others: Others, otherIds = otherProviderIds) =>
    requestOf(step, { ...ids, providerId: sender.providerId, texts: ownTexts, otherProviderIds: otherIds, others })
  const [probe, decoy] = [requestFor(probed), requestFor(decoysOf(probed), otherProviderIds.map(decoyOf))]
  if (!isDeepStrictEqual(probe, decoy)) {
    const unseen = [...valuesOf(parties.hidden), ...otherProviderIds]
    const answers = [
      await checked(step, probe, dryRun, unseen),
      await checked(step, decoy, dryRun, unseenOf(parties)),
    ] as const
    if (!isSameAnswer(...answers))
      throw new Error(
        `The answer tells what exists. ${told(step, probe, answers[0])} The other answer: ${answers[1].text.slice(0, 2_000)}`,
      )
  }
  const request = requestFor(tried)
  noteApplied(await checked(step, request, sender, unseenOf(parties)), request, { sender, own })
}

/** The first steps are the largest requests. */
function requestOf(step: number, names: Names): FuzzRequest {
  const choices = randomChoices(seed * 1_000_003 + step)
  return largeRequests(choices, names)[step - 1]?.() ?? fuzzRequest(choices, names)
}

async function checked(step: number, request: FuzzRequest, from: Sender, unseen: readonly string[]): Promise<Answer> {
  watch.note(told(step, request))
  const answer = await wire.send(request, from).catch((error: unknown) => {
    throw new Error(`There was no answer. ${told(step, request)}`, { cause: error })
  })
  const wrong = wrongWith(answer, request, { sender: from, own, unseen }) ?? wrongInLog()
  if (wrong !== undefined) throw new Error(`${wrong} ${told(step, request, answer)}`)
  return answer
}

/** What is written after the answer, such as the Inbox, is logged a few steps later. */
const wrongInLog = () => (logged.length === 0 ? undefined : `The log has: ${logged.join(' ')}`)

/** A long body is cut: it follows from the seed and the step. */
function told(step: number, request: FuzzRequest, answer?: Answer): string {
  const { method, headers, body } = request
  const sent = `${method} ${pathOf(request, parties.sender)} ${JSON.stringify(headers)} ${body?.toString().slice(0, 20_000) ?? ''}`
  return `Seed ${seed}, step ${step}. ${sent}${answer === undefined ? '' : ` Answer: ${answer.status} ${answer.text.slice(0, 2_000)}`}`
}
