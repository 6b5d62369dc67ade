import { resolve } from 'node:path'

import { createServer, loadConfigFromFile, mergeConfig } from 'vite'

import { sentenceFiles } from './words.mjs'

const web = resolve(import.meta.dirname, '../../packages/web')

const api = '^/(?:api|oauth2|\\.well-known|healthz|readyz)(?:[/?]|$)'

/**
 * The portal's pages from source with hot reload. Calls of the API go to `server`, those during a restart after `idle()`.
 * Resolves when it listens.
 */
export async function servePages({ host, port, server, idle }) {
  // Read once: a server that follows its configuration file starts again with each sentence the file imports, and a page
  // that reloads meanwhile finds the port closed.
  const { config } = await loadConfigFromFile(
    { command: 'serve', mode: 'development' },
    resolve(web, 'vite.config.ts'),
    web,
  )
  const ours = {
    root: web,
    configFile: false,
    logLevel: 'warn',
    clearScreen: false,
    plugins: [pagesByPath(idle)],
    server: {
      host,
      port,
      strictPort: true,
      proxy: { [api]: { target: server, configure: keepNothing } },
      watch: { ignored: sentenceFiles },
    },
  }
  const pages = await createServer(mergeConfig(config, ours))
  await pages.listen()
  return {
    close: () => pages.close(),
    /** For a server that started again: the sentences of a page, among others, come from there. */
    reload: () => pages.environments.client.hot.send({ type: 'full-reload' }),
  }
}

/** Browsers keep some answers for minutes, the sentences too, and a changed one would not show. */
function keepNothing(proxy) {
  proxy.on('proxyRes', ({ headers }) => (headers['cache-control'] = 'no-store'))
}

/** The server's choice of the page (server/src/kit/pages/serve.ts): `/login` has its own, every other path is the portal's. */
function pagesByPath(idle) {
  return {
    name: 'portico:pages-by-path',
    configureServer({ middlewares }) {
      middlewares.use(async (request, _, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost')
        const isApi = new RegExp(api).test(pathname)
        // A browser opens some calls as a page: a provider sends it to its callback.
        const isPage = !isApi && request.headers.accept?.includes('text/html') && !/\.\w+$/.test(pathname)
        if (isPage) request.url = pathname.replace(/\/$/, '') === '/login' ? '/login.html' : '/portal.html'
        if (isApi) await idle()
        next()
      })
    },
  }
}
