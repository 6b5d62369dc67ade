import type { Plugin } from 'vite'

const order = '@layer reset, base, kit, screen;\n'

/**
 * Puts the order of the cascade's layers first in every stylesheet. Which file a page loads first is the bundler's
 * choice, and the first to name a layer would decide the order.
 */
export function layerOrder(): Plugin {
  return {
    name: 'portico:layer-order',
    enforce: 'pre',
    transform(code, id) {
      return id.split('?')[0]?.endsWith('.css') && id.includes('/src/') ? { code: order + code, map: null } : undefined
    },
  }
}
