import { expect, test, vi } from 'vitest'

import { openAppUnderTest } from '../../../app/tui/testing/app-under-test.ts'
import { sessionDialogs } from './session-dialog.ts'
import { typedDialog } from './typed-dialog.tsx'

test('a dialog that asks for a name confirms only when the whole name is typed', () => {
  const { app } = openAppUnderTest()
  const run = vi.fn()
  const options = { title: 'Delete?', lines: [], label: 'Name', action: 'Delete', expected: 'Invoice importer', run }
  const confirm = (start: string) =>
    typedDialog(app, { ...options, start })
      .layer.bindings()
      .find(({ id }) => id === 'typed.confirm')
  for (const typed of ['', 'y', 'Invoice', 'invoice importer', 'Invoice importers'])
    expect(confirm(typed)?.refused?.(), typed).toContain('Invoice importer')
  expect(confirm(' Invoice importer ')?.refused?.()).toBeUndefined()
  void confirm(' Invoice importer ')?.run()
  expect(run).toHaveBeenCalledExactlyOnceWith('Invoice importer')
})

test('the question before a session ends counts down to it', () => {
  const { app, core, clock } = openAppUnderTest()
  const expiresOn = '2026-11-21T12:00:42Z'
  core.session.setState({ session: { expiresOn, sessionIdleSecs: 900, deactivated: false, systemBanner: null } })
  const dialogs = sessionDialogs(app, clock)
  const spokenWith = (msLeft: number) => {
    clock.setState({ phase: 'ending', msLeft, confirmedFor: expiresOn })
    return dialogs.current()?.spoken().join(' ')
  }
  expect(spokenWith(42_000)).toContain('Your session ends in 42 seconds.')
  expect(spokenWith(1900)).toContain('Your session ends in 2 seconds.')
  expect(spokenWith(1000)).toContain('Your session ends in 1 second.')
  clock.setState({ phase: 'ended', msLeft: 0 })
  expect(dialogs.current()?.spoken().join(' ')).toContain('What you typed is kept.')
})

test('before leaving, Save is offered only for what can be saved; otherwise the dialog says why not', async () => {
  const { core, layers } = openAppUnderTest()
  let refusal: string | undefined = 'Name: Enter a name.'
  const release = core.leaveBlocker.guard({
    hasChanges: () => true,
    saveRefusal: () => refusal,
    save: () => new Promise(() => undefined),
    discard: () => undefined,
  })
  core.leaveBlocker.leave(() => undefined)
  const said = () => layers.dialog()?.spoken().join('\n') ?? ''
  const keys = () =>
    layers
      .all()[0]
      ?.bindings()
      .flatMap((one) => one.keys)
  expect([keys(), said()]).toEqual([['d', 'c', 'esc'], expect.stringContaining('Name: Enter a name.')])
  refusal = undefined
  expect([keys(), said()]).toEqual([['s', 'd', 'c', 'esc'], expect.stringContaining('is not saved yet')])
  // While it is saved, the question stays as it was answered.
  void core.leaveBlocker.answer('save')
  refusal = 'It is being saved.'
  expect(keys()).toContain('s')
  release()
})
