import type { Logger } from 'pino'

import { codingFor, encoded, encodedStream } from '../http/compression.ts'
import { languageVary, requestLanguage } from '../words/language.ts'
import { streamed } from '../http/stream.ts'
import { isSecure, type Settings } from '../settings/settings.ts'
import { ordinaryBrand, withStyle, type PageBrand, type PageBrands } from './brand.ts'
import { dataBlock, type PersonalPages } from './data-block.ts'
import { withGreeting } from './greeting.ts'
import type { StaticFile } from './static-files.ts'

export type PageDeps = {
  readonly settings: Settings
  readonly log: Logger
  readonly personal: PersonalPages
  readonly brands: PageBrands
}

/** Strict content security policy of every page. `styles`: the sources of its style elements. */
function contentSecurityPolicy(settings: Settings, styles: readonly string[]): string {
  const upgrade = isSecure(settings) ? ['upgrade-insecure-requests'] : []
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${["'self'", ...styles].join(' ')}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    ...upgrade,
  ].join('; ')
}

/** Pages with their own HTML: the sign-in page, and the portal's page with the skeleton of that screen in it. */
const pages: Readonly<Record<string, string>> = {
  '/login': '/login.html',
  '/portal': '/launcher.html',
  '/portal/environments': '/environments.html',
}

/** Pages of administration that name the scripts of their screen, by the beginning of their path: the first that fits. */
const administration: readonly (readonly [RegExp, string])[] = [
  [/^environment-settings(?:\/|$)/, '/environment-settings.html'],
  [/^environments\/[^/]+\/service-accounts\/create\/?$/, '/service-account-create.html'],
  [/^environments\/[^/]+\/service-accounts\//, '/service-account.html'],
  [/^global-settings(?:\/identity-providers)?\/?$/, '/identity-providers.html'],
  [/^sign-ins\/?$/, '/sign-ins.html'],
  [/^global-settings\/(?:[^/]+\/?|security-settings\/.*)$/, '/tenant-lists.html'],
  [/^(?:global-settings\/identity-providers|sign-ins)\//, '/tenant-details.html'],
]

/** Pages and assets of the portal: `/login` is its own small page, assets by name, all else the portal, which routes by itself. */
export async function servePage(
  request: Request,
  files: ReadonlyMap<string, StaticFile>,
  deps: PageDeps,
): Promise<Response> {
  const { settings } = deps
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, settings)
  const { pathname } = new URL(request.url)
  const asset = files.get(pathname)
  if (pathname.startsWith('/assets/'))
    return asset ? answer(request, asset, settings, 'public, max-age=31536000, immutable') : plain(404, settings)
  if (asset !== undefined && !pathname.endsWith('.html'))
    return answer(request, asset, settings, 'public, max-age=3600')
  if (/^\/docs(?:\/|$)/.test(pathname)) return documentPage(request, pathname, files, settings)
  const name = pageOf(pathname)
  const language = requestLanguage(request)
  const page = files.get(`/${language}${name}`) ?? files.get(name) ?? files.get('/portal.html')
  if (page === undefined) return plain(404, settings)
  const brand = await deps.brands.brandOf(request).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'a page is sent without the branding of its tenant')
    return ordinaryBrand
  })
  if (deps.personal.isPersonal(name, request)) return personal(name, page, request, { ...deps, brand })
  if (brand === ordinaryBrand) return varying(answer(request, page, settings, 'no-cache'))
  return varying(await branded(request, page, { ...deps, brand }))
}

/** The documentation (web/build/documents): the same for all visitors, without the branding of a tenant. */
function documentPage(
  request: Request,
  pathname: string,
  files: ReadonlyMap<string, StaticFile>,
  settings: Settings,
): Response {
  const path = pathname.replace(/\/$/, '')
  const page = files.get(path === '/docs' ? '/docs/index.html' : `${path}.html`)
  if (page !== undefined) return answer(request, page, settings, 'no-cache')
  const missing = files.get('/docs/not-found.html')
  return missing === undefined ? plain(404, settings) : answer(request, missing, settings, 'no-cache', 404)
}

/** A page that only this browser sees in this form. */
async function branded(request: Request, page: StaticFile, { settings, brand }: WithBrand): Promise<Response> {
  const headers = pageHeaders(settings, page, brand)
  headers.set('Cache-Control', 'private, no-cache')
  headers.set('Content-Type', page.type)
  const html = withStyle(page.body.toString(), brand)
  const body = await encoded(html, { acceptEncoding: request.headers.get('accept-encoding'), headers })
  return new Response(request.method === 'HEAD' ? null : body, { headers })
}

type WithBrand = PageDeps & { readonly brand: PageBrand }

/** A page exists in several languages under one address. */
function varying(response: Response): Response {
  response.headers.append('Vary', languageVary)
  return response
}

function pageOf(pathname: string): string {
  const rest = /^\/portal\/admin(?:$|\/(.*)$)/.exec(pathname)
  if (rest !== null) return administration.find(([path]) => path.test(rest[1] ?? ''))?.[1] ?? '/administration.html'
  const path = pathname.replace(/\/$/, '')
  return Object.hasOwn(pages, path) ? (pages[path] ?? '') : '/portal.html'
}

function answer(request: Request, file: StaticFile, settings: Settings, cacheControl: string, status = 200): Response {
  const headers = pageHeaders(settings, file)
  headers.set('Cache-Control', cacheControl)
  headers.set('ETag', file.etag)
  headers.set('Vary', 'Accept-Encoding')
  if (request.headers.get('if-none-match') === file.etag) return new Response(null, { status: 304, headers })
  headers.set('Content-Type', file.type)
  const encoding = codingFor(request.headers.get('accept-encoding'))
  const packed = encoding === 'br' ? file.brotli : encoding === 'gzip' ? file.gzip : undefined
  const body = packed ?? file.body
  if (packed !== undefined && encoding !== undefined) headers.set('Content-Encoding', encoding)
  headers.set('Content-Length', String(body.length))
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { status, headers })
}

/**
 * The page of a signed-in person: its head and outline at once, then what its script would ask for first. A file ends
 * in `</body></html>`.
 */
function personal(name: string, page: StaticFile, request: Request, deps: WithBrand): Response {
  const headers = pageHeaders(deps.settings, page, deps.brand)
  headers.set('Cache-Control', 'no-store')
  headers.set('Content-Type', page.type)
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  headers.set('Vary', languageVary)
  const html = withStyle(page.body.toString(), deps.brand)
  const end = html.lastIndexOf('</body>')
  async function* parts() {
    const answers = deps.personal.firstAnswers(name, request)
    yield* withGreeting(
      html.slice(0, end),
      answers.then((known) => known?.greeting),
    )
    const found = await answers
    yield (found === undefined ? '' : dataBlock(found)) + html.slice(end)
  }
  const body = encodedStream(streamed(parts(), deps), {
    acceptEncoding: request.headers.get('accept-encoding'),
    headers,
  })
  return new Response(request.method === 'HEAD' ? null : body, { headers })
}

function plain(status: number, settings: Settings): Response {
  const headers = pageHeaders(settings)
  headers.set('Content-Type', 'text/plain; charset=utf-8')
  if (status === 405) headers.set('Allow', 'GET, HEAD')
  return new Response(status === 404 ? 'Not found\n' : 'Method not allowed\n', { status, headers })
}

/** `page`: what is sent, if it is a file; the text of a refusal has no styles. */
function pageHeaders(settings: Settings, page?: StaticFile, { style, cookie }: PageBrand = ordinaryBrand): Headers {
  const styles = [...(page?.styles ?? []), ...(style === undefined ? [] : [style.source])]
  const headers = new Headers({
    'Content-Security-Policy': contentSecurityPolicy(settings, styles),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  })
  if (cookie !== undefined) headers.append('Set-Cookie', cookie)
  return headers
}
