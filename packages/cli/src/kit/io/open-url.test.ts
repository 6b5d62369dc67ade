import { expect, it } from 'vitest'

import { browserCommand } from './open-url.ts'

it.each<[string, Record<string, string>, string, readonly string[] | undefined]>([
  ['BROWSER comes first', { BROWSER: 'firefox -P work:lynx', DISPLAY: ':0' }, 'linux', ['firefox', '-P', 'work']],
  ['a desktop', { DISPLAY: ':0' }, 'linux', ['xdg-open']],
  ['Wayland', { WAYLAND_DISPLAY: 'wayland-0' }, 'linux', ['xdg-open']],
  ['a server without a desktop', {}, 'linux', undefined],
  ['macOS', {}, 'darwin', ['open']],
])('%s', (_, env, platform, command) => {
  expect(browserCommand(env, platform)).toEqual(command)
})
