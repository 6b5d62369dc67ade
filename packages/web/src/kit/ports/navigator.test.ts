import { createLeaveBlocker } from '@portico/core'
import { beforeEach, describe, expect, test } from 'vitest'

import { createNavigator } from './navigator.ts'

/** A window with only an address and a history; it fires events in a later task, as browsers do. */
function openPage(start = '/portal') {
  const entries: { path: string; state: unknown }[] = [{ path: start, state: null }]
  let at = 0
  let follow: (event: { state: unknown }) => void = () => {}
  const current = () => entries[at] ?? { path: '', state: null }
  const url = () => new URL(current().path, 'https://portal.example')
  const page = {
    location: {
      get pathname() {
        return url().pathname
      },
      get search() {
        return url().search
      },
      get href() {
        return url().href
      },
      assign: (path: string) => void entries.push({ path, state: null }),
    },
    history: {
      get state() {
        return current().state
      },
      get length() {
        return entries.length
      },
      pushState(state: unknown, _: string, path: string) {
        entries.splice(at + 1)
        entries.push({ path, state })
        at += 1
      },
      replaceState(state: unknown, _: string, path = current().path) {
        entries[at] = { path, state }
      },
      go(by: number) {
        setTimeout(() => {
          at += by
          follow({ state: current().state })
        })
      },
    },
    scrollTo: () => {},
    addEventListener: (_: string, listener: typeof follow) => (follow = listener),
    removeEventListener: () => (follow = () => {}),
  }
  const settled = async () => {
    for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setTimeout(resolve))
  }
  return {
    page: page as unknown as Window,
    path: () => current().path,
    travel: (by: number) => page.history.go(by),
    settled,
  }
}

let browser: ReturnType<typeof openPage>
let blocker: ReturnType<typeof createLeaveBlocker>
let navigator: ReturnType<typeof createNavigator>
let isChanged: boolean

beforeEach(() => {
  browser = openPage()
  blocker = createLeaveBlocker()
  navigator = createNavigator(browser.page, blocker)
  navigator.listen()
  isChanged = false
  navigator.go('/portal/list')
  navigator.go('/portal/form')
  blocker.guard({ hasChanges: () => isChanged, save: async () => true, discard: () => (isChanged = false) })
})

describe('a form without changes', () => {
  test('is left at once', () => {
    navigator.go('/portal')
    expect([navigator.getState().path, blocker.getState().showDialog]).toEqual(['/portal', false])
  })

  test('is left by back and come back to by forward', async () => {
    browser.travel(-1)
    await browser.settled()
    expect(navigator.getState().path).toBe('/portal/list')
    browser.travel(1)
    await browser.settled()
    expect(navigator.getState().path).toBe('/portal/form')
  })
})

describe('a form with changes', () => {
  beforeEach(() => {
    isChanged = true
  })

  test('is not left by a link until the person agrees', async () => {
    navigator.go('/portal')
    expect([navigator.getState().path, blocker.getState().showDialog]).toEqual(['/portal/form', true])
    await blocker.answer('discard')
    expect(navigator.getState().path).toBe('/portal')
  })

  test.each([-1, -2])(
    'stays on screen and in the address when history moves by %i, and goes there when agreed',
    async (by) => {
      browser.travel(by)
      await browser.settled()
      expect([navigator.getState().path, browser.path()]).toEqual(['/portal/form', '/portal/form'])
      await blocker.answer('save')
      isChanged = false
      await browser.settled()
      expect(browser.path()).toBe(by === -1 ? '/portal/list' : '/portal')
      expect(navigator.getState().path).toBe(browser.path())
    },
  )

  test('stays after cancel, and asks again', async () => {
    browser.travel(-1)
    await browser.settled()
    await blocker.answer('cancel')
    await browser.settled()
    expect([browser.path(), blocker.getState().showDialog]).toEqual(['/portal/form', false])
    browser.travel(-1)
    await browser.settled()
    expect(blocker.getState().showDialog).toBe(true)
  })

  test('is left for another object of the same screen only if the person agrees; a filter asks nothing', async () => {
    navigator.replace('/portal/form?q=a')
    expect([navigator.getState().search, blocker.getState().showDialog]).toEqual(['?q=a', false])
    navigator.go('/portal/form?role=1')
    expect([navigator.getState().search, blocker.getState().showDialog]).toEqual(['?q=a', true])
    await blocker.answer('discard')
    expect(navigator.getState().search).toBe('?role=1')
    isChanged = true
    browser.travel(-1)
    await browser.settled()
    expect([navigator.getState().search, blocker.getState().showDialog]).toEqual(['?role=1', true])
  })
})
