import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { createServer, type Plugin, type ViteDevServer } from 'vite'

import { outlines, skeletons } from '../src/app/portal/skeletons.ts'
import { english, inLanguage, pageLanguages, textOf, type PageLanguage } from './page-languages.ts'
import { preactForReact } from './preact.ts'
import { preloadsOf, screenPages } from './screen-scripts.ts'
import { scopedName } from './scoped-name.ts'

const firstSentences = new URL('../../core/src/kit/words/compiled/english/first.ts', import.meta.url)
const prerenderFile = fileURLToPath(new URL('../src/sign-in/sign-in/login/prerender.tsx', import.meta.url))
const legacyScript = new URL('../src/kit/feedback/legacy-browser.js', import.meta.url)

/**
 * Puts what the pages show before any script into their HTML: the login page as its components draw it, the portal's page
 * once per skeleton (the server chooses by path), and core's sentences (`{{portal.title}}`), once per language. Preloads the font. Ships the
 * legacy-browser warning as a classic script, because those browsers do not support modules.
 */
export function staticPages(): Plugin {
  return {
    name: 'portico:static-pages',
    transformIndexHtml: {
      order: 'post',
      async handler(html, context) {
        // A development server reads the sentences again after each change.
        const words = context.server === undefined ? english.first : await readAgain(context.server)
        const source = readFileSync(legacyScript)
        const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
        const fileName = `assets/legacy-browser-${hash}.js`
        if (context.bundle !== undefined && context.bundle[fileName] === undefined) {
          this.emitFile({ type: 'asset', fileName, source })
        }
        const address = context.server === undefined ? `/${fileName}` : '/src/kit/feedback/legacy-browser.js'
        const font = Object.keys(context.bundle ?? {}).find((name) => name.endsWith('.woff2'))
        const preload =
          font === undefined ? '' : `  <link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />\n`
        const page = html.replace('</head>', `${preload}  <script src="${address}" defer></script>\n  </head>`)
        if (context.server === undefined) return page
        if (context.path.endsWith('login.html')) {
          const [drawn = ''] = await prerenderLogin(context.server, [undefined])
          return withWords(withRoot(page, drawn), words)
        }
        return withWords(withRoot(page, skeletons['portal']), words)
      },
    },
    generateBundle: {
      // Only now does the page contain the addresses of the files that it names.
      order: 'post',
      async handler(_, bundle) {
        const login = bundle['login.html']
        if (login?.type === 'asset') {
          const html = String(login.source)
          const drawn = await prerenderLogin(undefined, [undefined, ...pageLanguages])
          login.source = withWords(withRoot(html, drawn[0]))
          for (const [at, language] of pageLanguages.entries()) {
            const source = withWords(withRoot(inLanguage(html, language, language.login), drawn[at + 1]), language.all)
            this.emitFile({ type: 'asset', fileName: `${language.tag}/login.html`, source })
          }
        }
        const page = bundle['portal.html']
        if (page?.type !== 'asset') return
        const html = scriptsAfterStyles(String(page.source))
        for (const { name, content, head } of portalPages(html, bundle)) {
          const source = withRoot(
            html.replace('</head>', () => `${head}  </head>`),
            content,
          )
          if (name === 'portal') page.source = withWords(source)
          else this.emitFile({ type: 'asset', fileName: `${name}.html`, source: withWords(source) })
          for (const language of pageLanguages) {
            const own = withWords(inLanguage(source, language, language.first), language.all)
            this.emitFile({ type: 'asset', fileName: `${language.tag}/${name}.html`, source: own })
          }
        }
      },
    },
  }
}

/** Each page of the portal: its outline, and what its head names beside the scripts of every page. */
function portalPages(html: string, bundle: Parameters<typeof preloadsOf>[2]) {
  const shared = Object.entries(skeletons).map(([name, content]) => ({ name, content, head: '' }))
  const ofScreens = screenPages.map((name) => ({
    name,
    content: outlines[name] ?? skeletons['administration'] ?? '',
    head: preloadsOf(name, html, bundle),
  }))
  return [...shared, ...ofScreens]
}

/**
 * On a slow connection 100 kB of scripts shared it with the styles and the font, which the first paint waits for. The
 * skeleton needs no script, so the styles go first. The login page's few scripts keep their place.
 */
function scriptsAfterStyles(html: string): string {
  return html.replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
}

function withRoot(html: string, content = ''): string {
  return html.replace('<div id="root"></div>', () => `<div id="root">${content}</div>`)
}

async function readAgain(server: ViteDevServer): Promise<PageLanguage['first']> {
  const loaded = await server.ssrLoadModule(fileURLToPath(firstSentences))
  return (loaded as { messages: PageLanguage['first'] }).messages
}

/** The login page as its components draw it first, in each language: on React where a development server serves them, else on Preact. */
async function prerenderLogin(
  serving: ViteDevServer | undefined,
  wanted: readonly (PageLanguage | undefined)[],
): Promise<string[]> {
  const server = serving ?? (await preactServer())
  try {
    const { prerender } = (await server.ssrLoadModule(prerenderFile)) as {
      prerender(this: void, words?: { locale: string; messages: PageLanguage['login'] }): string
    }
    return wanted.map((one) => prerender(one && { locale: one.tag, messages: one.login }))
  } finally {
    if (serving === undefined) await server.close()
  }
}

/** Runs source files in this process; it listens nowhere and watches nothing. */
function preactServer(): Promise<ViteDevServer> {
  return createServer({
    root: fileURLToPath(new URL('..', import.meta.url)),
    configFile: false,
    appType: 'custom',
    logLevel: 'warn',
    resolve: { alias: preactForReact },
    css: { modules: { generateScopedName: scopedName } },
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  })
}

function withWords(html: string, words: PageLanguage['all'] = english.all): string {
  return html.replace(/\{\{([\w.-]+)\}\}/g, (_, id: string) => {
    const text = textOf(words, id)
    if (text === undefined) throw new Error(`The page names the sentence ${id}, which core's catalogue does not have.`)
    return escapeHtml(text)
  })
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
