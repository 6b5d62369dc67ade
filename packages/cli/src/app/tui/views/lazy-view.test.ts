import { expect, it } from 'vitest'

import type { View } from '../../../kit/terminal/app/view.ts'
import { openAppUnderTest } from '../testing/app-under-test.ts'
import { lazyView } from './lazy-view.tsx'

function open() {
  const { app } = openAppUnderTest()
  let loaded: (make: () => View) => void = () => undefined
  const view = lazyView(app, { load: () => new Promise((resolve) => (loaded = resolve)) })
  app.state.setState({ view })
  let opened = 0
  const real: View = { ...view, crumbs: () => ['Real'], open: () => Promise.resolve(void (opened += 1)) }
  return { app, view, real, finish: () => loaded(() => real), opened: () => opened }
}

it('gives way to the view whose code was loaded, which is then opened', async () => {
  const { app, view, real, finish, opened } = open()
  const opening = view.open()
  finish()
  await opening
  expect(app.state.getState().view).toBe(real)
  expect(opened()).toBe(1)
})

it('creates nothing if the person has left meanwhile', async () => {
  const { app, view, finish, opened } = open()
  const opening = view.open()
  app.go({ view: 'environments' })
  const there = app.state.getState().view
  finish()
  await opening
  expect(app.state.getState().view).toBe(there)
  expect(opened()).toBe(0)
})
