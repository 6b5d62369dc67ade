import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { createServer, type Plugin, type ViteDevServer } from 'vite'

import { adminEn } from '../../core/src/words/admin/index.ts'
import { en } from '../../core/src/words/en.ts'
import { tenantEn } from '../../core/src/words/tenant/index.ts'
import { outlines, skeletons } from '../src/portal/skeletons.ts'
import { preactForReact } from './preact.ts'
import { preloadsOf, screenPages } from './screen-scripts.ts'
import { scopedName } from './scoped-name.ts'

const catalogue = new URL('../../core/src/words/en.ts', import.meta.url)
const prerenderFile = fileURLToPath(new URL('../src/sign-in/login/prerender.tsx', import.meta.url))
const legacyScript = new URL('../src/feedback/legacy-browser.js', import.meta.url)

/**
 * Puts what the pages show before any script into their HTML: the login page as its components draw it, the portal's page
 * once per skeleton (the server chooses by path), and core's English sentences (`{{portal.title}}`). Preloads the font. Ships the
 * legacy-browser warning as a classic script, because those browsers do not support modules.
 */
export function staticPages(): Plugin {
  return {
    name: 'portico:static-pages',
    transformIndexHtml: {
      order: 'post',
      async handler(html, context) {
        // A development server reads the sentences again after each change.
        const words = context.server === undefined ? en : await readAgain(context.server)
        const source = readFileSync(legacyScript)
        const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
        const fileName = `assets/legacy-browser-${hash}.js`
        if (context.bundle !== undefined && context.bundle[fileName] === undefined) {
          this.emitFile({ type: 'asset', fileName, source })
        }
        const address = context.server === undefined ? `/${fileName}` : '/src/feedback/legacy-browser.js'
        const font = Object.keys(context.bundle ?? {}).find((name) => name.endsWith('.woff2'))
        const preload =
          font === undefined ? '' : `  <link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />\n`
        const page = html.replace('</head>', `${preload}  <script src="${address}" defer></script>\n  </head>`)
        if (context.path.endsWith('login.html'))
          return withWords(withRoot(page, await prerenderLogin(context.server)), words)
        return withWords(context.server === undefined ? page : withRoot(page, skeletons['portal']), words)
      },
    },
    generateBundle: {
      // The addresses of what a page names stand in it only now.
      order: 'post',
      handler(_, bundle) {
        const page = bundle['portal.html']
        if (page?.type !== 'asset') return
        const html = scriptsAfterStyles(String(page.source))
        for (const [name, skeleton] of Object.entries(skeletons)) {
          const source = withRoot(html, withWords(skeleton))
          if (name === 'portal') page.source = source
          else this.emitFile({ type: 'asset', fileName: `${name}.html`, source })
        }
        for (const name of screenPages) {
          const preloads = preloadsOf(name, html, bundle)
          const outline = outlines[name] ?? skeletons['administration'] ?? ''
          const source = withRoot(html, withWords(outline, administrationWords)).replace(
            '</head>',
            () => `${preloads}  </head>`,
          )
          this.emitFile({ type: 'asset', fileName: `${name}.html`, source })
        }
      },
    },
  }
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

async function readAgain(server: ViteDevServer): Promise<typeof en> {
  const loaded = await server.ssrLoadModule(fileURLToPath(catalogue))
  return (loaded as { en: typeof en }).en
}

/** The login page as its components draw it first: on React where a development server serves them, else on Preact. */
async function prerenderLogin(serving: ViteDevServer | undefined): Promise<string> {
  const server = serving ?? (await preactServer())
  try {
    const module = await server.ssrLoadModule(prerenderFile)
    return (module as { prerender(): string }).prerender()
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

const administrationWords = { ...en, ...adminEn, ...tenantEn }

export function withWords(html: string, words: Readonly<Record<string, string>> = en): string {
  return html.replace(/\{\{([\w.-]+)\}\}/g, (_, id: string) => {
    if (!Object.hasOwn(words, id))
      throw new Error(`The page names the sentence ${id}, which core's catalogue does not have.`)
    return escapeHtml(words[id] ?? '')
  })
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
