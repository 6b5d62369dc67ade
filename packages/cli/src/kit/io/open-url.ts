import { spawn } from 'node:child_process'

type Environment = Readonly<Record<string, string | undefined>>

/** Starts the person's browser; false if there is none. BROWSER takes precedence, as in other programs. */
export function openUrl(url: string, env: Environment, platform: string): boolean {
  const command = browserCommand(env, platform)
  if (command === undefined) return false
  const [file = '', ...args] = command
  const child = spawn(file, [...args, url], { detached: true, stdio: 'ignore', env: { ...env } })
  // Ignore a missing browser: the address is on the screen too.
  child.on('error', () => undefined)
  child.unref()
  return true
}

export function browserCommand(env: Environment, platform: string): readonly string[] | undefined {
  const named = env['BROWSER']?.split(':')[0]
  if (named) return named.split(' ')
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? ['xdg-open'] : undefined
}

/** Whether a browser started here is visible to the person: not over SSH, in CI or without a display. */
export function isBrowserAtHand(env: Environment, platform: string): boolean {
  if (env['SSH_CONNECTION'] || env['SSH_TTY'] || env['SSH_CLIENT'] || env['CI']) return false
  if (env['BROWSER'] || platform === 'darwin' || platform === 'win32') return true
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
}
