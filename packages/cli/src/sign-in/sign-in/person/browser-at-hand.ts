import type { Io } from '../../../kit/io/io.ts'

/** Whether a browser started here is visible to the person: not over SSH, in CI or without a display. */
export function isBrowserAtHand(env: Io['env'], platform: string): boolean {
  if (env['SSH_CONNECTION'] || env['SSH_TTY'] || env['SSH_CLIENT'] || env['CI']) return false
  if (env['BROWSER'] || platform === 'darwin' || platform === 'win32') return true
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
}
