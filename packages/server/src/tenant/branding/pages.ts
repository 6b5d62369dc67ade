import type { Deps } from '../../kit/http/deps.ts'
import { cookie, expiredCookie } from '../../kit/http/cookies.ts'
import { ordinaryBrand, type PageBrands } from '../../kit/pages/brand.ts'
import { brandOf } from './brand.ts'
import { createBrandStyles } from './style.ts'

/** After this time a page is sent without branding, so that people see an error page even if the database hangs. */
const waitMaxMs = 250

const yearInSeconds = 365 * 24 * 3600

/** The style of each page, and the cookie by which a browser knows its tenant at the next sign-in. */
export function pageBrands(deps: Pick<Deps, 'database' | 'settings' | 'senders'>): PageBrands {
  const styleOf = createBrandStyles()
  const { settings } = deps
  return {
    async brandOf(request) {
      const shown = await inTime(brandOf(request, deps))
      if (shown === undefined) return ordinaryBrand
      const { brand, kept, isLasting } = shown
      const style = styleOf(brand)
      if (kept === undefined && style === undefined) return ordinaryBrand
      if (kept === undefined) return { style }
      if (kept === null) return { style, cookie: expiredCookie(settings, 'brand') }
      return { style, cookie: cookie(settings, 'brand', kept, isLasting === true ? yearInSeconds : undefined) }
    },
  }
}

async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((done) => (timer = setTimeout(() => done(undefined), waitMaxMs)))
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
