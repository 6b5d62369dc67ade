import type { Plugin } from 'vite'

/** The cascade layers, in their order. */
export const layers = '@layer reset,base,kit,screen;'

/**
 * Declares the order of the cascade layers at the start of every stylesheet. The bundler chooses which file a page loads
 * first, and the first file that names a layer would decide the order.
 */
export function layerOrder(): Plugin {
  return {
    name: 'portico:layer-order',
    enforce: 'pre',
    transform(code, id) {
      return id.split('?')[0]?.endsWith('.css') && id.includes('/src/')
        ? { code: `${layers}\n${code}`, map: null }
        : undefined
    },
  }
}
