/** The Arabic of `server-and-terminal/audit.ts`. */
export const audit = {
  AUDIT_KEY_MISSING: 'ليس لدى الخادم المفتاح الذي يختم سجل التدقيق. اطلب من مشغّل الخادم إعادته: portico-server doctor.',
  'audit.found.row-edited': 'غُيّر الصف {row} المؤرخ {at} بعد ختمه (الختم {seal}).',
  'audit.found.row-missing': 'أُزيل الصف {row} بعد ختمه (الختم {seal}).',
  'audit.found.row-inserted': 'أُدرج الصف {row} المؤرخ {at} بين صفوف مختومة (الختم {seal}).',
  'audit.found.row-order': 'ترتيب الصفوف تحت الختم {seal} مختلف عن ترتيبها عند ختمها.',
  'audit.found.seal-edited': 'غُيّر الختم {seal}.',
  'audit.found.seal-missing': 'أُزيل الختم {seal}.',
  'audit.found.tail-cut': 'ينتهي سجل التدقيق قبل الختم {seal} المؤرخ {at} الذي يذكره رأس السجل: أُزيلت نهايته.',
  'audit.found.tail-replaced': 'الختم {seal} ليس الختم المؤرخ {at} الذي يذكره رأس السجل: استُبدلت نهاية السجل.',
  'audit.found.key-missing': 'لا يمكن التحقق من الختم {seal}: ليس لدى الخادم المفتاح {key}.',
  'audit.found.head-key': 'لا يمكن التحقق من رأس السجل: ليس لدى الخادم المفتاح {key} الذي وقّعه.',
  'audit.found.head-invalid': 'لم يوقّع هذا الخادم رأس السجل لهذا المستأجر، أو غُيّر الرأس بعد توقيعه.',
  'audit.found.memory-cut':
    'ينتهي سجل التدقيق قبل الختم {seal} بتاريخ {at} الذي يتذكره هذا الخادم: أُزيلت نهايته أو استُعيدت قاعدة البيانات.',
  'audit.found.memory-replaced':
    'الختم {seal} ليس ختم {at} الذي يتذكره هذا الخادم: استُبدلت نهاية السجل أو استُعيدت قاعدة البيانات.',
  'audit.found.tenant-gone':
    'لم يعد المستأجر في قاعدة البيانات. يتذكر هذا الخادم الختم {seal} بتاريخ {at} من سجل تدقيقه.',
  'audit.found.row-backdated': 'الصف {row} بتاريخ {at} أقدم بكثير من الصفوف التي قبله والتي يغطيها الختم {seal}.',
  'audit.found.sealed-late':
    '{rows, plural, zero {لا صفوف} one {صف واحد} two {صفان} few {# صفوف} many {# صفًا} other {# صف}} تحت الختم {seal} انتظرت ختم {sealedAt} أكثر من ساعة، وأقدمها منذ {at}: لا يمكن كشف التغييرات التي سبقت الختم.',
  'audit.found.unsealed-old':
    '{rows, plural, zero {لا صفوف} one {صف واحد} two {صفان} few {# صفوف} many {# صفًا} other {# صف}} بلا ختم منذ أكثر من ساعة، وأقدمها منذ {at}: لا يختم أي خادم السجل أو أُزيلت أختام.',
  'audit.found.log-empty': 'سجل تدقيق المستأجر فارغ: أُزيلت صفوفه وأختامه.',
  'audit.verified':
    '{rows, plural, zero {# صف} one {صف واحد} two {صفان} few {# صفوف} many {# صفًا} other {# صف}} تحت {seals, plural, zero {# ختم} one {ختم واحد} two {ختمين} few {# أختام} many {# ختمًا} other {# ختم}}، دون تغيير منذ الختم.',
  'audit.unsealed':
    '{rows, plural, zero {كل الصفوف مختومة} one {صف واحد لم يُختم بعد} two {صفان لم يُختما بعد} few {# صفوف لم تُختم بعد} many {# صفًا لم تُختم بعد} other {# صف لم تُختم بعد}}، وتاريخ الأقدم {at}: لا يمكن كشف الإزالة.',
  'audit.remembered': 'قورن السجل بالختم {seal} الذي يتذكره هذا الخادم. ويتذكر الخادم السجل دون انقطاع منذ {since}.',
  'audit.withoutHead':
    'لا يتذكر هذا الخادم سجل التدقيق: لا تُكشف الصفوف التي أُزيلت من النهاية مع أختامها إلا باستخدام --head FILE.',
  'audit.whoHasKey':
    'من لديه مفتاح الخادم يستطيع ختم سجل معدّل: احفظ المفتاح ورؤوس السجل المصدّرة بعيدًا عن قاعدة البيانات.',
  'audit.headWritten': 'كُتب رأس سجل التدقيق (الختم {seal}) في {file}.',
} as const
