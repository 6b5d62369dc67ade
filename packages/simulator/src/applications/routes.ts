import { Hono } from 'hono'

import type { ApplicationConfig } from '../config/shape.ts'
import { pageHeaders } from '../pages/headers.ts'
import { messagePage } from '../pages/message.ts'
import { applicationPage } from './page.ts'

/** GET /{slug}?environment=NAME&type=PROD: the pages of the demo applications. */
export function applicationRoutes(applications: readonly ApplicationConfig[]): Hono {
  return new Hono().get('/:slug', (context) => {
    const application = applications.find((each) => each.slug === context.req.param('slug'))
    if (application === undefined) {
      const sentences = ['The simulator plays no application of this name.']
      return context.html(messagePage({ title: 'No such application', sentences }), 404, pageHeaders())
    }
    const environment = shown(context.req.query('environment'))
    const type = shown(context.req.query('type'))
    return context.html(applicationPage({ label: application.label, environment, type }), 200, pageHeaders())
  })
}

/** Launch URLs come from outside: their text is cut to a length that fits the page. */
function shown(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim().slice(0, 200)
}
