/** Saves the form of the page as its Save button does; false if the page has no form. */
export function saveForm(): boolean {
  const form = document.querySelector<HTMLFormElement>('form[data-save-form]')
  form?.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
  return form !== null
}
