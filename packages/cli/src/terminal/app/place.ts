/** Where one can be: what history, breadcrumbs and the browser's address are made from. */
export type Place =
  | { readonly view: 'environments' }
  | { readonly view: 'applications'; readonly environmentId: string }
  | { readonly view: 'service-accounts'; readonly environmentId: string }
  | { readonly view: 'service-account-create'; readonly environmentId: string }
  | { readonly view: 'service-account-edit'; readonly environmentId: string; readonly id: string }

export function samePlace(one: Place, other: Place): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
