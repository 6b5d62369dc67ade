import { spawn } from 'node:child_process'

/**
 * Shows a text with PAGER, else with less if installed. The open pager handles Ctrl-C. false: the pager could not be
 * started, and the caller has to show the text.
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
    // The person may close it before the end.
    child.stdin?.on('error', () => undefined)
    // 127: the shell did not find the program.
    child.once('close', (code) => end(code !== 127))
    child.stdin?.end(text)
  })
}
