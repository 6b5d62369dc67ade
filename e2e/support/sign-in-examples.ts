import { join } from 'node:path'

import { serveBuiltPage } from './built-page.ts'
import { folderOf, missingIn } from './examples.ts'
import { startListening, type ListeningProgram } from './listening-program.ts'
import { installPythonPeers, python } from './peer-programs.ts'
import { runProcess } from './run-process.ts'

type Values = { readonly issuer: string; readonly id: string; readonly secret: string; readonly port: number }

/** A program of `examples/` that signs people in. */
export type SignInExample = {
  readonly language: string
  /** What the machine lacks; undefined when the example runs here. */
  readonly missing: string | undefined
  /** It runs in the browser: it has neither a secret nor cookies. */
  readonly isPage: boolean
  /** Builds it, once; absent where it runs as it is. */
  prepare?(): Promise<void>
  /** Starts it at `http://localhost:PORT`. */
  start(values: Values): Promise<ListeningProgram>
}

/** The programs with the commands of docs/guides/sign-people-in.md, except that they are built before they are started. */
export async function signInExamples(builds: string): Promise<SignInExample[]> {
  const hasPython = await installPythonPeers()
  const classes = join(builds, 'java-sign-in')
  return [
    server('Node.js', 'node', ['node', 'sign-in.mjs'], { missing: undefined }),
    server('Python', 'python', [...python('x').slice(0, 1), 'sign_in.py'], {
      missing: hasPython ? undefined : 'Authlib and Flask',
    }),
    server('Go', 'go', [join(builds, 'signin')], {
      missing: missingIn('go'),
      build: ['go', 'build', '-o', `${builds}/`, './signin'],
    }),
    server('Java', 'java', ['java', '-cp', `${classes}/classes:${classes}/libraries/*`, 'SignIn'], {
      missing: missingIn('java'),
      build: ['mvn', '-q', '-B', `-DbuildFolder=${classes}`, 'compile', 'dependency:copy-dependencies'].concat(
        `-DoutputDirectory=${classes}/libraries`,
      ),
    }),
    page(builds),
  ]
}

function server(
  language: string,
  folder: string,
  command: readonly string[],
  { missing, build }: { readonly missing: string | undefined; readonly build?: readonly string[] },
): SignInExample {
  const cwd = folderOf(folder)
  return {
    language,
    missing,
    isPage: false,
    ...(build !== undefined && { prepare: () => run(build, cwd) }),
    start({ issuer, id, secret, port }) {
      const own = { ISSUER: issuer, CLIENT_ID: id, CLIENT_SECRET: secret, PORT: String(port) }
      return startListening(command, { cwd, env: { ...own, PYTHONDONTWRITEBYTECODE: '1' } })
    },
  }
}

/** Built for each issuer, because the page contains it; the development server would write into the folder of the example. */
function page(builds: string): SignInExample {
  const cwd = folderOf('react')
  const vite = ['node', join(cwd, '..', '..', 'node_modules', 'vite', 'bin', 'vite.js')]
  return {
    language: 'React',
    missing: undefined,
    isPage: true,
    async start({ issuer, id, port }) {
      const out = join(builds, `react-${port}`)
      const env = { VITE_ISSUER: issuer, VITE_CLIENT_ID: id }
      await run([...vite, 'build', '--outDir', out, '--logLevel', 'warn'], cwd, env)
      return serveBuiltPage(out, port)
    },
  }
}

async function run(command: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const { code, stdout, stderr } = await runProcess(command, { cwd, env, timeoutMs: 300_000 })
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}.\n${stdout}${stderr}`)
}
