import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { guideGroups } from './guides/index.ts'
import type { GuidePlan } from './guides/plan.ts'
import { freePort } from './support/free-port.ts'
import { makeClone, runGuide, type GuideCounts, type GuidePlace } from './support/guide-runner.ts'
import { builtInstallation } from './support/installation.ts'
import { personByHttp } from './support/person-by-http.ts'
import { startScimApplication, type ScimApplication } from './support/scim-application.ts'
import { readAutomation, readPeople, startDemo, type Person, type ServerProcess } from './support/server-process.ts'
import { loginArguments, openShell } from './support/shell.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { startWaiting } from './support/waiting-command.ts'

// Every command of every guide, word for word, in the place and session that its page names; see e2e/guides.

const installation = builtInstallation()
const total: GuideCounts = { run: 0, refused: 0, elsewhere: 0, notRun: 0, synopses: 0 }
const isRunElsewhere = ({ runBy }: GuidePlan) => runBy !== undefined

describe.each(guideGroups)('the guides for $name', ({ people, plans }) => {
  const folder = temporaryFolder()
  let demo: ServerProcess | undefined
  let scim: ScimApplication | undefined
  let hands: Server | undefined
  let place: GuidePlace

  beforeAll(async () => {
    const clone = join(folder.path, 'clone')
    makeClone(installation, clone)
    demo = await startDemo(installation, { dataDir: join(clone, '.portico') })
    scim = await startScimApplication()
    hands = await startHands(demo)
    const { port } = hands.address() as AddressInfo
    const homes = join(folder.path, 'homes')
    mkdirSync(homes)
    const env = {
      SERVER: demo.url,
      DEMO: join(demo.dataDir, 'demo'),
      PORT: String(await freePort('127.0.0.1')),
      SCIM_URL: scim.url,
      SCIM_TOKEN: scim.token,
      HANDS: `http://127.0.0.1:${port}`,
      BROWSER: browserProgram(folder.path),
      // Commands open the browser where a person sits.
      CI: '',
      SSH_CONNECTION: '',
      SSH_TTY: '',
      SSH_CLIENT: '',
      NO_COLOR: '1',
    }
    const account = openShell(installation, join(homes, 'account'))
    const { code, stderr } = await account.portico(loginArguments(readAutomation(demo.dataDir)))
    expect(code, stderr).toBe(0)
    for (const [home, name] of Object.entries(people)) await signInToShell(demo, name, join(homes, home))
    place = { installation, clone, homes, env }
  })
  afterAll(async () => {
    hands?.close()
    await scim?.close()
    await demo?.stop()
    folder.remove()
  })

  test.each(plans.filter((plan) => !isRunElsewhere(plan)))('$page', { timeout: 240_000 }, async (plan) => {
    const { counts, differences } = await runGuide(plan, place)
    for (const [kind, count] of Object.entries(counts)) total[kind as keyof GuideCounts] += count
    expect(differences.join('\n\n')).toBe('')
  })
})

afterAll(() => {
  const { run, refused, elsewhere, notRun, synopses } = total
  console.log(
    `Commands of the guides: ${run} run, ${refused} refused as their page says, ${synopses} synopses compared with the help, ${elsewhere} run by other scenarios, ${notRun} not run.`,
  )
})

/** What a person does in a browser, for the lines of a shell: `/sign-in?username=`, `/browser?username=&address=`. */
async function startHands(demo: ServerProcess): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://hands')
    const username = searchParams.get('username') ?? ''
    const act =
      pathname === '/sign-in'
        ? signedInByHttp(demo, username)
        : openAddress(demo, searchParams.get('address') ?? '', username)
    act.then(
      () => response.end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}

function personOf(demo: ServerProcess, username: string): Pick<Person, 'username' | 'password'> {
  const known = readPeople(demo.dataDir).find((one) => one.username === username)
  // People of the spare providers, who are in no tenant.
  return known ?? { username, password: /([^\\@]+)(?:@|$)/.exec(username)?.[1] ?? '' }
}

async function signedInByHttp(demo: ServerProcess, username: string) {
  const visitor = personByHttp()
  const init = { method: 'POST', body: { username } }
  const { redirectUrl } = await visitor.call<{ redirectUrl: string }>(`${demo.url}/api/login`, init)
  await visitor.signIn(new URL(redirectUrl, demo.url).href, personOf(demo, username))
  return visitor
}

const openAddress = (demo: ServerProcess, address: string, username: string) =>
  personByHttp().signIn(address, personOf(demo, username))

/** The browser of commands that open one. */
function browserProgram(folder: string): string {
  const path = join(folder, 'browser')
  writeFileSync(
    path,
    '#!/bin/sh\nexec curl --silent --get --data-urlencode "address=$1" --data-urlencode "username=$BROWSER_USER" "$HANDS/browser"\n',
  )
  chmodSync(path, 0o755)
  return path
}

/** A person of the demo signs in to a command line with a code. */
async function signInToShell(demo: ServerProcess, name: string, home: string): Promise<void> {
  const person = readPeople(demo.dataDir).find(({ username }) => username.startsWith(`${name}@`))
  if (person === undefined) throw new Error(`The demo has no person ${name}.`)
  const visitor = await signedInByHttp(demo, person.username)
  const waiting = startWaiting(installation, openShell(installation, home), ['login', '--server', demo.url, '--device'])
  try {
    await visitor.allow(demo.url, await waiting.said(/\b([A-Z]{4}-[A-Z]{4})\b/))
    const { code, stderr } = await waiting.finished
    expect(code, stderr).toBe(0)
  } finally {
    waiting.kill()
  }
}
