/** The age of what a demo made at its start, as the web portal writes it; the demo may be a copy of one that was made earlier. */
const words = String.raw`(?:now|this (?:second|minute|hour)|\d+ (?:sec\.|min\.|hr\.|(?:second|minute|hour)s?) ago)`

/** The whole text is an age. */
export const ageAlone = new RegExp(`^${words}$`)

/** Every age in a text. */
export const agesWithin = new RegExp(String.raw`\b${words}(?!\w)`, 'g')
