import { expect, it } from 'vitest'

import { browserCommand, isBrowserAtHand } from './open-url.ts'

it.each<[string, Record<string, string>, string, readonly string[] | undefined]>([
  ['BROWSER comes first', { BROWSER: 'firefox -P work:lynx', DISPLAY: ':0' }, 'linux', ['firefox', '-P', 'work']],
  ['a desktop', { DISPLAY: ':0' }, 'linux', ['xdg-open']],
  ['Wayland', { WAYLAND_DISPLAY: 'wayland-0' }, 'linux', ['xdg-open']],
  ['a server without a desktop', {}, 'linux', undefined],
  ['macOS', {}, 'darwin', ['open']],
])('%s', (_, env, platform, command) => {
  expect(browserCommand(env, platform)).toEqual(command)
})

it.each<[Record<string, string>, string, boolean]>([
  [{}, 'linux', false],
  [{ DISPLAY: ':0' }, 'linux', true],
  [{ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', true],
  [{ BROWSER: 'w3m' }, 'linux', true],
  [{}, 'darwin', true],
  [{}, 'win32', true],
  [{ DISPLAY: ':0', SSH_TTY: '/dev/pts/0' }, 'linux', false],
  [{ SSH_CLIENT: 'x' }, 'darwin', false],
  [{ BROWSER: 'firefox', CI: 'true' }, 'linux', false],
])('with %j on %s a browser is at hand: %s', (env, platform, expected) => {
  expect(isBrowserAtHand(env, platform)).toBe(expected)
})
