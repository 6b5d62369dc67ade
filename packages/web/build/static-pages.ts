import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import type { Plugin } from 'vite'

import { en, type WordId } from '../../core/src/words/en.ts'
import { skeletons } from '../src/portal/skeletons.ts'

const legacyScript = new URL('../src/feedback/legacy-browser.js', import.meta.url)

/**
 * Puts core's English sentences into the HTML (`{{login.username}}`), so that the login page paints before any script,
 * and ships the legacy-browser warning as a classic script, because those browsers do not support modules. The portal's
 * page is built once per skeleton; the server chooses by path.
 */
export function staticPages(): Plugin {
  return {
    name: 'portico:static-pages',
    transformIndexHtml: {
      order: 'post',
      handler(html, context) {
        const source = readFileSync(legacyScript)
        const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
        const fileName = `assets/legacy-browser-${hash}.js`
        if (context.bundle !== undefined && context.bundle[fileName] === undefined) {
          this.emitFile({ type: 'asset', fileName, source })
        }
        const page = html.replace('</head>', `  <script src="/${fileName}" defer></script>\n  </head>`)
        if (!context.path.endsWith('portal.html')) return withWords(page)
        const withSkeleton = (skeleton = '') =>
          withWords(page.replace('<div id="root"></div>', `<div id="root">${skeleton}</div>`))
        for (const [name, skeleton] of Object.entries(skeletons)) {
          if (context.bundle === undefined || name === 'portal') continue
          this.emitFile({ type: 'asset', fileName: `${name}.html`, source: withSkeleton(skeleton) })
        }
        return withSkeleton(skeletons['portal'])
      },
    },
  }
}

export function withWords(html: string): string {
  return html.replace(/\{\{([\w.]+)\}\}/g, (_, id: string) => {
    if (!Object.hasOwn(en, id))
      throw new Error(`The page names the sentence ${id}, which core's catalogue does not have.`)
    return escapeHtml(en[id satisfies string as WordId])
  })
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
