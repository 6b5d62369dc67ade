import { fillPath } from '../http/endpoint.ts'
import { routes, type RouteId } from './routes.ts'

/** The path of a screen that takes exactly these parameters. */
export function screenPath(id: RouteId, params: Readonly<Record<string, string>> = {}): string {
  const names = Object.keys(params)
  const found = routes.find(
    (one) =>
      one.id === id &&
      names.length === one.path.split('{').length - 1 &&
      names.every((name) => one.path.includes(`{${name}}`)),
  )
  if (found === undefined) throw new TypeError(`No route of ${id} takes ${names.join(', ')}.`)
  return fillPath(found.path, params)
}
