/** An RFC 3339 time as the value of `<input type="datetime-local">`, in the time zone of the browser; '' for ''. */
export function toLocalTime(time: string): string {
  const at = new Date(time)
  if (time === '' || Number.isNaN(at.getTime())) return ''
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The way back; '' while the field is empty or half typed. */
export function fromLocalTime(local: string): string {
  const at = new Date(local)
  return local === '' || Number.isNaN(at.getTime()) ? '' : at.toISOString()
}
