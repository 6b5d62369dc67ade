/** The elements of login.html that the script uses. */
export type LoginElements = ReturnType<typeof loginElements>

export function loginElements(page: Document) {
  const find = <T extends HTMLElement>(id: string, type: new () => T): T => {
    const element = page.getElementById(id)
    if (element instanceof type) return element
    throw new TypeError(`login.html has no ${type.name} with the id ${id}.`)
  }
  return {
    sessionEnd: find('session-end', HTMLElement),
    form: find('login-form', HTMLFormElement),
    username: find('username', HTMLInputElement),
    error: find('username-error', HTMLElement),
    hint: find('username-hint', HTMLElement),
    environmentField: find('environment-field', HTMLElement),
    environment: find('environment', HTMLSelectElement),
    remember: find('remember', HTMLInputElement),
    submit: find('submit', HTMLButtonElement),
    spinner: find('submit-spinner', HTMLElement),
    applicationName: find('application-name', HTMLElement),
    companyName: find('company-name', HTMLElement),
    privacy: find('privacy', HTMLAnchorElement),
  }
}
