import { spawn } from 'node:child_process'

/**
 * Shows a text with PAGER, else with less where there is one. Ctrl-C belongs to the pager while it is open. false: it
 * could not be started, and the text is still to be shown.
 */
export function throughPager(text: string, running: NodeJS.Process): Promise<boolean> {
  const { PAGER: named, LESS: flags = 'FRX', ...env } = running.env
  if (named === '' || named === 'cat') return Promise.resolve(false)
  const interrupts = running.listeners('SIGINT') as NodeJS.SignalsListener[]
  const ignore = () => undefined
  running.removeAllListeners('SIGINT')
  running.on('SIGINT', ignore)
  return new Promise((resolve) => {
    const child = spawn(named ?? 'less', {
      shell: named !== undefined,
      stdio: ['pipe', 'inherit', 'inherit'],
      env: { ...env, LESS: flags },
    })
    const end = (shown: boolean) => {
      running.off('SIGINT', ignore)
      for (const listener of interrupts) running.on('SIGINT', listener)
      resolve(shown)
    }
    child.once('error', () => end(false))
    // A person who has seen enough closes it before the end.
    child.stdin?.on('error', () => undefined)
    // A shell that does not find the program: 127.
    child.once('close', (code) => end(code !== 127))
    child.stdin?.end(text)
  })
}
