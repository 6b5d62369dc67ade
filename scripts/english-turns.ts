/** A turn where a comment has it: messages keep theirs until their translations change. */
const inComments = (turn: RegExp) =>
  new RegExp(String.raw`(?:^\s*(?:/?\*+|--)|(?:^|\s)//)\s.*?${turn.source}`, turn.flags)

/** Turns that keep a text from being plain technical English, with what to write instead (docs/dictionary.md). */
export const turns: readonly (readonly [turn: RegExp, instead: string])[] = [
  [/\b(nobody|somebody|everybody|whoever|whomever)\b/i, 'name the actor: the caller, a person, another tenant'],
  [/(?<!\bthere )\b(is|are|was|were) no (?!such|longer|more|later|earlier|less|other|one\b|matter)/i, 'is not a …'],
  [/\b(none|nothing) of (ours|theirs)\b/i, 'is not ours, or is invalid'],
  [/\b(an?|every|each|any|no) [a-z]+ of (ours|theirs)\b/i, 'one of our …'],
  [/\b(that|which|who) (is|are) none\b/i, 'an invalid …'],
  [
    /\bof (its|their|our|your|his|her|one's) own\b(?!['’]? (?!and|or|for|in|with|that|which|where|when|while|at|on|by|to|as|is|are|has)\w)/i,
    'own, or separate',
  ],
  [/\bshall\b/i, 'must, or will'],
  [/\b(is|are) refused with (exit|code|\d)/i, 'fails with'],
  [/\bmay not hold\b/i, 'must not contain'],
  [/(?<!\bthere )\b(is|are|has|have|had|knows|know|find|finds) no such\b/i, 'does not have this …'],
  [/\bof before\b/i, 'previous'],
  [/\b(comes|come|came) along\b/i, 'is sent with'],
  [/\bthat which\b/i, 'the one that'],
  [/\b(four|six|seven|eight|ten|twelve|[0-9]+) signs\b/i, 'characters'],
  [/\b(is|are|was|were) held against\b/i, 'is compared with, or is tested with'],
  [/\b(is|are|was|were) told so\b/i, 'gets an error, or a finding'],
  [/\bfor ever\b/i, 'forever'],
  [/\bafresh\b/i, 'again'],
  [inComments(/\banew\b/i), 'again'],
  [inComments(/(?<!\b(?:leave|leaves|left) (?:\S+ ){0,5})\balone\b/i), 'only, just, or by itself'],
  [/\b(keyboard|administrators|owner|tenant|provider|application) alone\b/i, 'only, before what it limits'],
  [inComments(/\b(is|are|was|were|be|been|being) (said|told)\b/i), 'is shown, reported, announced or notified'],
  [inComments(/\bso many\b(?!.* that\b)/i), 'at most, or the name of the number'],
  [/\bis never one\b/i, 'must not be one'],
  [/\bthere is no [a-z ]+ here\./i, 'no … is selected, or was not found'],
  [/\bone's own\b/i, 'the own … of the caller, or of the person'],
  [
    inComments(/\b(what is (not )?there|none of them|nothing of (it|them|that))\b/i),
    'name what exists, or what is missing',
  ],
  [/^\s*(\/\/|\/?\*+) Whose\b/, 'the owner of, or the subject again'],
  [inComments(/\bbesides\b/i), 'in addition to, or other than'],
  [inComments(/\b(stand|stands|stood) (in|on|here|there)\b/i), 'is in, is shown in, or is listed'],
  [inComments(/\bany more(?=$|[.,:;)]| \*\/)/i), 'no longer'],
  [inComments(/\bat the latest\b/i), 'no later than'],
  // Texts that are not part of the repository.
  [/\b(protocols|security|design|style|web|roadmap)\.md\b|\bdesign section\b|\bcli-tui\b/, 'the reason, or a decision'],
]
