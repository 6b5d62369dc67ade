import { setTimeout as sleep } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { listUnderTest } from './testing/list-under-test.ts'
import type { Pty } from './testing/pty.ts'

// What a screen reader receives after each key: the whole screen in lines. Everything is reached only by keyboard.

const list = listUnderTest()
const [down, esc] = ['\u001b[B', '\u001b[27u']

const open = () => list.open({ env: { INK_SCREEN_READER: 'true' }, columns: 200 })

/** The screen that holds what is wanted and then stays: a frame can arrive in two reads. */
async function atRest(pty: Pty, wanted: RegExp): Promise<string> {
  for (;;) {
    const before = await pty.until(wanted)
    await sleep(100)
    if ((await pty.text()) === before) return before
  }
}

/** The lines after the keys, once they hold what is wanted, without what differs from run to run. */
async function heard(pty: Pty, keys: string, wanted: RegExp): Promise<string> {
  pty.write(keys)
  const text = await atRest(pty, wanted)
  return text
    .trimEnd()
    .replaceAll(/[0-9a-f]{64}/g, 'FINGERPRINT')
    .replaceAll(/\b[0-9a-f]{12}\b/g, 'FINGER')
    .replaceAll(/\b(?:now|\d+ (?:second|minute)s? ago)\b/g, 'AGO')
}

it('the list says the row, its columns by name, its place and the keys', async () => {
  const pty = open()
  expect(await heard(pty, '', /alpha,.*1 of 6/)).toMatchInlineSnapshot(`
    "Production, Service accounts
    Name: alpha, Applications: none, Keys: FINGER, Last used: none, Changed: AGO, 1 of 6
    Keys: Enter Open  c Create  r Rotate keys  d Delete  S Sort  Space Mark  : Command  / Filter  ? Keys  q Quit"
  `)
  expect(await heard(pty, down, /bravo,.*2 of 6/)).toMatchInlineSnapshot(`
    "Production, Service accounts
    Name: bravo, Applications: none, Keys: FINGER, Last used: none, Changed: AGO, 2 of 6
    Keys: Enter Open  c Create  r Rotate keys  d Delete  S Sort  Space Mark  : Command  / Filter  ? Keys  q Quit"
  `)
  expect(await heard(pty, '/del', /delta,.*1 of 1[^]*Filter: del/)).toMatchInlineSnapshot(`
    "Production, Service accounts
    Name: delta, Applications: none, Keys: FINGER, Last used: none, Changed: AGO, 1 of 1
    Filter: del
    Keys: Enter Keep  Esc Show all"
  `)
  expect(await heard(pty, `${esc}${down.repeat(2)} `, /marked/)).toMatchInlineSnapshot(`
    "Production, Service accounts
    Name: foxtrot, Applications: none, Keys: FINGER, Last used: none, Changed: AGO, marked, 6 of 6
    Keys: Enter Open  c Create  r Rotate keys  d Delete  S Sort  Space Mark  : Command  / Filter  ? Keys  q Quit"
  `)
})

it('the form says each field with its value, what is typed, what is wrong, and what was saved', async () => {
  const pty = open()
  await pty.until(/alpha,.*1 of 6/)
  expect(await heard(pty, '\r', /Name: alpha, 1 of 4/)).toMatchInlineSnapshot(`
    "Production, Service accounts, alpha
    Name: alpha, 1 of 4
    Keys: Enter Edit  s Save  a Add application  d Delete  Esc To the service accounts  : Command  / Search  ? Keys  q Quit"
  `)
  expect(await heard(pty, down, /2 of 4/)).toMatchInlineSnapshot(`
    "Production, Service accounts, alpha
    Public key 1: RSA, SHA-256 FINGERPRINT, 2048 bits, added at an unknown time, never used, 2 of 4
    Keys: Enter Edit  f From file  m Make a key pair  x Clear  s Save  a Add application  d Delete  Esc To the service accounts  : Command  / Search  ? Keys  q Quit"
  `)
  expect(await heard(pty, `${down}${down}`, /4 of 4/)).toMatchInlineSnapshot(`
    "Production, Service accounts, alpha
    Add application, 4 of 4
    Keys: Enter Add application  s Save  d Delete  Esc To the service accounts  : Command  / Search  ? Keys  q Quit"
  `)
  expect(await heard(pty, `g\r\u0015${esc}`, /Not valid/)).toMatchInlineSnapshot(`
    "Production, Service accounts, alpha
    Name: empty, 1 of 4
    Not valid: Enter a name for the service account.
    Keys: Enter Edit  s Save  a Add application  z Discard  d Delete  Esc To the service accounts  : Command  / Search  ? Keys  q Quit"
  `)
  expect(await heard(pty, `\ralpha 2${esc}s`, /\+ alpha 2/)).toMatchInlineSnapshot(`
    "Production, Service accounts, alpha
    Save these changes?
    Name
    - alpha
    + alpha 2
    Keys: Enter Save  Esc Cancel"
  `)
  expect(await heard(pty, '\r', /was saved/)).toMatchInlineSnapshot(`
    "Production, Service accounts, alpha 2
    Name: alpha 2, 1 of 4
    The service account was saved. Changes may take a few minutes to show.
    Keys: Enter Edit  s Save  a Add application  d Delete  Esc To the service accounts  : Command  / Search  ? Keys  q Quit"
  `)
})

it('a dialog says its question and its keys, takes the keyboard, and gives it back', async () => {
  const pty = open()
  await pty.until(/alpha,.*1 of 6/)
  expect(await heard(pty, `${down}d`, /to confirm/)).toMatchInlineSnapshot(`
    "Production, Service accounts
    Delete bravo?
    Programs that sign in with it stop working, and its applications are taken away. This cannot be undone.
    Type bravo to confirm
    Name: 
    Keys: Esc Cancel"
  `)
  // Typed, and neither a key of the list nor the name that is asked for.
  expect(await heard(pty, 'q', /Name: q/)).toMatchInlineSnapshot(`
    "Production, Service accounts
    Delete bravo?
    Programs that sign in with it stop working, and its applications are taken away. This cannot be undone.
    Type bravo to confirm
    Name: q
    Keys: Esc Cancel"
  `)
  expect(await heard(pty, esc, /bravo,.*2 of 6/)).toMatchInlineSnapshot(`
    "Production, Service accounts
    Name: bravo, Applications: none, Keys: FINGER, Last used: none, Changed: AGO, 2 of 6
    Keys: Enter Open  c Create  r Rotate keys  d Delete  S Sort  Space Mark  : Command  / Filter  ? Keys  q Quit"
  `)
  expect(await heard(pty, 'dbravo\r', /of 5[^]*deleted/)).toMatchInlineSnapshot(`
    "Production, Service accounts
    Name: charlie, Applications: none, Keys: FINGER, Last used: none, Changed: AGO, 2 of 5
    The service account was deleted. Changes may take a few minutes to show.
    Keys: Enter Open  c Create  r Rotate keys  d Delete  S Sort  Space Mark  : Command  / Filter  ? Keys  q Quit"
  `)
})

it('the launcher says section, application and roles', async () => {
  const pty = open()
  await pty.until(/alpha,.*1 of 6/)
  expect(await heard(pty, 'L', /Launcher[^]*(?:1 of|No )/)).toMatchInlineSnapshot(`
    "Operations, Launcher
    Section: Applications, Application: Portal, Your roles: security-admin, 1 of 1
    Keys: : Command  / Filter  ? Keys  q Quit"
  `)
})

it('the palette says what is typed, how much is found, and each entry with its group', async () => {
  const pty = open()
  await pty.until(/alpha,.*1 of 6/)
  expect(await heard(pty, ':charl', /Command: charl\s1 match\sKeys/)).toMatchInlineSnapshot(`
    "Production, Service accounts
    Name: alpha, Applications: none, Keys: FINGER, Last used: none, Changed: AGO, 1 of 6
    Command: charl
    1 match
    Keys: Enter Open  Down To what is found  Esc Cancel"
  `)
  expect(await heard(pty, down, /charlie,.*1 of 1/)).toMatchInlineSnapshot(`
    "Production, Service accounts
    Name: alpha, Applications: none, Keys: FINGER, Last used: none, Changed: AGO, 1 of 6
    Command: charl
    charlie, Production, Service accounts, 1 of 1
    Keys: Enter Open  Down To what is found  Esc Cancel"
  `)
  expect(await heard(pty, '\r', /Name: charlie, 1 of 4/)).toMatchInlineSnapshot(`
    "Production, Service accounts, charlie
    Name: charlie, 1 of 4
    Keys: Enter Edit  s Save  a Add application  d Delete  Esc To the service accounts  : Command  / Search  ? Keys  q Quit"
  `)
})
