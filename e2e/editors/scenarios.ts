import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { builtInstallation } from '../support/installation.ts'
import { until } from '../support/until.ts'
import { endSession, holdRequests, startEditingServer, type EditingServer } from './editing-server.ts'
import type { EditingFace } from './face.ts'
import { editInBrowser } from './in-the-browser.ts'
import { editInTerminal } from './in-the-terminal.ts'
import type { Made, Stored, Subject } from './subject.ts'
import { say } from './words.ts'

const faces = ['browser', 'terminal'] as const

/** What one person does to an object while another one edits it: the same steps and outcomes in both faces. */
export function describeEditing(subject: Subject): void {
  const installation = builtInstallation()
  let server: EditingServer
  let serial = 0
  let face: EditingFace

  beforeAll(async () => {
    server = await startEditingServer(installation)
  })
  afterAll(() => server?.stop())

  function openFace(name: (typeof faces)[number]): Promise<EditingFace> {
    const { url, person, visitor, shell, allowSignIn } = server
    if (name === 'browser') return editInBrowser(visitor.context, { url, person, hands: subject.inBrowser })
    return editInTerminal({ installation, shell, hands: subject.inTerminal, allow: allowSignIn })
  }
  const stored = (made: Made): Promise<Stored> => subject.read(server.api, made)
  const saved = (made: Made, expected: Stored) =>
    until(`the server has ${JSON.stringify(expected)}`, async () => {
      const { typed, other } = await stored(made)
      return typed === expected.typed && other === expected.other
    })

  describe.each(faces)(`${subject.noun} in the %s`, (name) => {
    let made: Made
    let before: Stored
    let text: string
    beforeEach(async () => {
      serial += 1
      text = subject.text(serial)
      made = await subject.make(server.api, `Edited ${serial}`)
      before = await stored(made)
      face = await openFace(name)
      await face.open(made)
      await face.type(text)
    })
    afterEach(() => face?.close())

    test('is edited and saved', async () => {
      await face.save()
      await face.says(say(subject.updated))
      expect(await stored(made)).toEqual({ ...before, typed: text })
      await face.shows(text)
    })

    test('that was changed concurrently is not overwritten: it is read again with what was typed on top', async () => {
      const theirs = subject.theirs(serial)
      await subject.changeOther(server.api, made, theirs)
      await face.save()
      await face.says(say('stale.message'))
      expect(await stored(made)).toEqual({ ...before, other: theirs })
      await face.answer('Read again')
      await face.says(say('stale.done'))
      await face.shows(text)
      await face.save()
      await face.says(say(subject.updated))
      expect(await stored(made)).toEqual({ typed: text, other: theirs })
    })

    test('that was deleted concurrently keeps what was typed, and can be left for the list', async () => {
      await subject.remove(server.api, made)
      await face.save()
      await face.says(say('gone.title'))
      await face.says(say(subject.canBecomeNew ? 'gone.message' : 'gone.partMessage'))
      await face.answer('Back to the list')
      await face.atList()
      expect(await subject.withText(server.api, text)).toEqual([])
    })

    test.runIf(subject.canBecomeNew)('that was deleted meanwhile is created again with what was typed', async () => {
      await subject.remove(server.api, made)
      await face.save()
      await face.says(say('gone.message'))
      await face.answer('Create again')
      await face.says(say(subject.created))
      const [again, ...more] = await subject.withText(server.api, text)
      expect([again?.id === made.id, more]).toEqual([false, []])
    })

    test('is saved once, also when Save is pressed again while the first save runs', async () => {
      const isSave = ({ method, path }: { method: string; path: string }) =>
        method === 'PUT' && subject.savePath(made).test(path.split('?')[0] ?? '')
      const held = holdRequests(server.proxy, isSave)
      server.proxy.forget()
      await face.save()
      await held.arrived
      await face.saveAgain()
      held.release()
      // The sentence of the first save may already be gone: the second answer takes its place.
      await face.says(say('form.unchanged'))
      expect(server.proxy.requests.filter(isSave)).toHaveLength(1)
      expect(await stored(made)).toEqual({ ...before, typed: text })
    })

    test('keeps what was typed when the session ends, and saves it after signing in again', async () => {
      await endSession(server.url, await face.cookies())
      await face.save()
      await face.signInAgain()
      await face.shows(text)
      expect(await stored(made)).toEqual(before)
      await face.save()
      await face.says(say(subject.updated))
      await saved(made, { ...before, typed: text })
    })
  })
}
