import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'

import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { launchBrowser } from './support/browser.ts'
import { makeCertificate } from './support/certificate.ts'
import { freePort } from './support/free-port.ts'
import { builtInstallation } from './support/installation.ts'
import { runProcess } from './support/run-process.ts'
import { readPeople, startDemo, startServer, type ServerProcess } from './support/server-process.ts'
import { openEnvironment, signIn } from './support/sign-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { until } from './support/until.ts'
import { openVisitor } from './support/visitor.ts'

const installation = builtInstallation()
const folder = temporaryFolder()
const deployed = (name: string) => readFileSync(join(installation.root, 'deploy', name), 'utf8')
const has = (program: string) => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

describe('a reverse proxy', () => {
  let browser: Browser
  let demo: ServerProcess
  let port: number
  /** Of the site that only redirects. */
  let plainPort: number
  let tls: string
  let proxy: ChildProcess | undefined

  beforeAll(async () => {
    browser = await launchBrowser()
    port = await freePort('127.0.0.1')
    plainPort = await freePort('127.0.0.1')
    tls = join(folder.path, 'tls')
    mkdirSync(tls, { recursive: true })
    const { certificateFile, privateFile } = makeCertificate(tls, 'localhost')
    writeFileSync(join(tls, 'portal.pem'), readFileSync(certificateFile, 'utf8') + readFileSync(privateFile, 'utf8'))
    demo = await startDemo(installation, {
      dataDir: join(folder.path, 'data'),
      env: { PORTICO_BASE_URL: `https://localhost:${port}`, PORTICO_TRUSTED_PROXIES: '1' },
    })
  })
  afterEach(async () => {
    if (proxy === undefined || proxy.exitCode !== null) return
    const ended = once(proxy, 'exit')
    proxy.kill('SIGTERM')
    await ended
  })
  afterAll(async () => {
    await browser?.close()
    await demo?.stop()
    folder.remove()
  })

  /** The file as it is shipped, but for its addresses and files. */
  function adapted(name: string): string {
    const portico = new URL(demo.url).host
    return deployed(`proxies/${name}`)
      .replaceAll('127.0.0.1:8080', portico)
      .replaceAll('/etc/portico/tls/fullchain.pem', join(tls, 'localhost.crt'))
      .replaceAll('/etc/portico/tls/privkey.pem', join(tls, 'localhost.key'))
      .replaceAll('/etc/portico/tls/portal.pem', join(tls, 'portal.pem'))
      .replaceAll('portal.example.com', 'localhost')
      .replace(/listen 443 ssl/, `listen 127.0.0.1:${port} ssl`)
      .replace(/listen 80;/, `listen 127.0.0.1:${plainPort};`)
      .replace('*:443', `127.0.0.1:${port}`)
      .replace('bind :443', `bind 127.0.0.1:${port}`)
  }

  const place = (name: string) => {
    const path = join(folder.path, name)
    mkdirSync(path, { recursive: true })
    return path
  }

  /** How each program is started in the foreground with a private folder, and its configuration around ours. */
  const programs: Record<string, () => { readonly config: string; readonly command: readonly string[] }> = {
    nginx: () => {
      const at = place('nginx')
      const site = adapted('nginx.conf')
      const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((one) => `${one}_temp_path ${at}/${one};`)
      const config = `user root; pid ${at}/pid; error_log ${at}/error.log; daemon off; events {}
http { access_log off; ${temp.join(' ')}\n${site}\n}`
      return { config, command: ['nginx', '-p', at, '-c', join(at, 'config')] }
    },
    caddy: () => {
      const at = place('caddy')
      const config = `{\n\tadmin off\n\tauto_https disable_redirects\n\thttps_port ${port}\n}\n${adapted('Caddyfile')}`
      return { config, command: ['caddy', 'run', '--adapter', 'caddyfile', '--config', join(at, 'config')] }
    },
    apache2: () => {
      const at = place('apache2')
      const modules = ['mpm_event', 'authz_core', 'ssl', 'proxy', 'proxy_http', 'socache_shmcb']
      const loaded = modules.map((one) => `LoadModule ${one}_module /usr/lib/apache2/modules/mod_${one}.so`)
      const config = `ServerRoot ${at}\nPidFile ${at}/pid\nErrorLog ${at}/error.log\nServerName localhost\nMutex file:${at}
Listen 127.0.0.1:${port}\n${loaded.join('\n')}\n${adapted('apache.conf')}`
      return { config, command: ['apache2', '-D', 'FOREGROUND', '-f', join(at, 'config')] }
    },
    haproxy: () => {
      place('haproxy')
      return {
        config: adapted('haproxy.cfg'),
        command: ['haproxy', '-db', '-f', join(folder.path, 'haproxy', 'config')],
      }
    },
  }

  async function start(name: string): Promise<void> {
    const { config, command } = programs[name]?.() ?? { config: '', command: [] }
    writeFileSync(join(place(name), 'config'), config)
    const [program = '', ...args] = command
    const home = place(name)
    proxy = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, HOME: home, XDG_DATA_HOME: home },
    })
    let said = ''
    for (const stream of [proxy.stdout, proxy.stderr]) stream?.on('data', (bytes: Buffer) => (said += bytes.toString()))
    await until('the proxy listens', async () => {
      if (proxy?.exitCode !== null) throw new Error(`${name} ended:\n${said}`)
      return await answers(port)
    })
  }

  test.each(Object.keys(programs))(
    '%s with the file of deploy/ serves a sign-in over TLS, hides who only claims an address, and takes 2 MB',
    async (name) => {
      if (!has(name)) throw new Error(`${name} is not installed: apt-get install nginx-light caddy apache2 haproxy`)
      await start(name)
      const url = `https://localhost:${port}`
      const visitor = await openVisitor(browser)
      const ada = readPeople(demo.dataDir).find(({ username }) => username.startsWith('ada@'))
      if (ada === undefined) throw new Error('The demo has no person ada.')
      await visitor.context.setExtraHTTPHeaders({ 'X-Forwarded-For': '203.0.113.9' })
      await signIn(visitor.page, url, ada)
      await openEnvironment(visitor.page, 'Production')
      expect(visitor.complaints).toEqual([])
      const [cookie] = (await visitor.context.cookies()).filter((one) => one.name.endsWith('portico-session'))
      expect(cookie).toMatchObject({ name: '__Host-portico-session', secure: true })

      const { request } = visitor.context
      const audit = await request.get(`${url}/api/portal/admin/audit?limit=1`)
      const { entries } = (await audit.json()) as { entries: { address: string | null }[] }
      expect(['127.0.0.1', '::1']).toContain(entries[0]?.address)

      const big = await visitor.page.evaluate(async () => {
        const csrf = /csrf=([^;]+)/.exec(document.cookie)?.[1] ?? ''
        const answer = await fetch('/api/portal/admin/tenant/idps/metadata-import', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'X-CSRFToken': decodeURIComponent(csrf) },
          body: JSON.stringify({ type: 'none', document: '"'.repeat(1_000_000) }),
        })
        return [answer.status, ((await answer.json()) as { errorID: string }).errorID]
      })
      // Portico read it to its end; a proxy would have said 413.
      expect(big).toEqual([400, 'INVALID_REQUEST'])
      await visitor.close()
    },
  )

  test('nginx with the file of deploy/ leads pages from http to https, and refuses programs there', async () => {
    await start('nginx')
    const plain = (path: string) => fetch(`http://127.0.0.1:${plainPort}${path}`, { redirect: 'manual' })
    const page = await plain('/login?returnPath=%2Fportal')
    expect([page.status, page.headers.get('location')]).toEqual([301, 'https://127.0.0.1/login?returnPath=%2Fportal'])
    for (const path of ['/api/portal/launcher', '/oauth2/token', '/scim/v2/some-provider/Users'])
      expect((await plain(path)).status, path).toBe(403)
  })
})

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

describe('deploy/logrotate/portico', () => {
  test('rotates a log that the server has open: the old lines are in the first file, new ones in the next, all of them whole', async () => {
    if (!has('/usr/sbin/logrotate')) throw new Error('logrotate is not installed: apt-get install logrotate')
    const at = join(folder.path, 'logs')
    mkdirSync(at, { recursive: true })
    const log = join(at, 'portico.log')
    // The server's errors are in the file: `sh` puts them there, as systemd does.
    const server = await startServer(installation, {
      dataDir: join(folder.path, 'logged'),
      args: ['start', '--port', '0'],
      prefix: ['sh', '-c', `exec node "$@" 2>>'${log}'`, 'sh'],
    })
    const paths = () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => (JSON.parse(line) as { path?: string }).path)
    const ask = async (path: string) => {
      await fetch(server.url + path)
      await until('it is logged', () => paths().includes(path))
    }
    await ask('/api/before')
    const config = deployed('logrotate/portico')
      .replaceAll('/var/log/portico/portico.log', log)
      .replace('su portico portico', `su ${userInfo().username} ${groupName()}`)
    const file = join(at, 'config')
    writeFileSync(file, config, { mode: 0o644 })
    const rotated = await runProcess(['/usr/sbin/logrotate', '--force', '--state', join(at, 'state'), file])
    expect(rotated).toMatchObject({ code: 0, stderr: '' })
    await ask('/api/after')
    expect(paths()).not.toContain('/api/before')
    expect(execFileSync('zcat', [`${log}.1.gz`], { encoding: 'utf8' })).toContain('"path":"/api/before"')
    await server.stop()
  })
})

const groupName = () => execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim()

describe('deploy/systemd/portico.service', () => {
  test('is understood by systemd, which finds it hardened', async () => {
    if (!has('systemd-analyze')) throw new Error('systemd-analyze is not installed: apt-get install systemd')
    // The program, the user and the manual do not exist here.
    const unit = deployed('systemd/portico.service')
      .replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true')
      .replace(/^(?:User|Group|Documentation)=.*\n/gm, '')
    const file = join(folder.path, 'portico.service')
    mkdirSync(folder.path, { recursive: true })
    writeFileSync(file, unit)
    expect(await runProcess(['systemd-analyze', 'verify', file])).toMatchObject({ code: 0, stderr: '' })
    const withUser = `${unit.replace('[Service]\n', '[Service]\nUser=portico\n')}`
    writeFileSync(file, withUser)
    const { stdout } = await runProcess(['systemd-analyze', 'security', '--offline=true', '--no-pager', file])
    const level = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]
    expect(Number(level)).toBeLessThan(2)
  })
})
