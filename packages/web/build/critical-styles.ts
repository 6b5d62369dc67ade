import Beasties from 'beasties'
import type { Plugin, Rolldown } from 'vite'

import { layers } from './layer-order.ts'

/**
 * Puts the style rules that a page's HTML uses, and the fonts, into its head, and its stylesheets to the end of its body: the
 * first paint then needs the document only. The scripts wait for the whole stylesheets. The server names the hash of the
 * rules in the content security policy (server/src/kit/pages/static-files.ts).
 */
export function criticalStyles(): Plugin {
  return {
    name: 'portico:critical-styles',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const pages = new Pages(bundle)
        const assets = Object.values(bundle).filter((file) => file.type === 'asset')
        for (const file of assets.filter(({ fileName }) => fileName.endsWith('.html')))
          file.source = await pages.withRules(String(file.source))
        // Declared a second time, a font that came too late for the first paint would be drawn after all.
        for (const file of assets.filter(({ fileName }) => fileName.endsWith('.css')))
          file.source = String(file.source).replaceAll(/@font-face\{[^}]*\}/g, '')
      },
    },
  }
}

class Pages extends Beasties {
  readonly #bundle: Rolldown.OutputBundle

  constructor(bundle: Rolldown.OutputBundle) {
    super({ preload: 'body', inlineFonts: true, mergeStylesheets: true, reduceInlineStyles: false, logLevel: 'error' })
    this.#bundle = bundle
  }

  async withRules(html: string): Promise<string> {
    const page = await this.process(html)
    return page.replace(' data-beasties-container', '').replace('<style>', () => `<style>${layers}`)
  }

  override getCssAsset(href: string): string {
    const file = this.#bundle[href.slice(1)]
    if (file?.type !== 'asset') throw new Error(`The build has no stylesheet ${href}.`)
    return String(file.source)
  }
}
