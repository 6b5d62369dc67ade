/** The Arabic of `mapping-views/matrix.ts`. */
export const matrix = {
  'matrix.title': 'أدوار ومجموعات {name}',
  'matrix.lead': 'علامة الاختيار تعني أن أعضاء المجموعة لهم الدور. افتح دورًا أو مجموعة بالنقر على الاسم.',
  'matrix.back': 'إلى التطبيقات',
  'matrix.columns': 'الأعمدة',
  'matrix.mapped': 'المجموعات المرتبطة في هذه الصفحة',
  'matrix.shownGroups': '{count, plural, =0 {لا توجد مجموعات} other {المجموعات {from, number}–{to, number} من {total}}}',
  'matrix.previousGroups': 'المجموعات السابقة',
  'matrix.nextGroups': 'المجموعات التالية',
  'matrix.pages': 'صفحات المجموعات',
  'matrix.noColumn': 'ليس لأي من هذه الأدوار مجموعة. اختر موفّر هوية لعرض مجموعاته في أعمدة.',
  'matrix.noGroup': 'لا توجد مجموعة تطابق «{text}».',
  'matrix.custom': 'دور مخصّص',
  'matrix.portal': 'البوابة، كل البيئات',
  'matrix.portalFixed': 'يُغيّر دور Security Admin في «الإعدادات العامة»، علامة التبويب «الأمان».',
  'matrix.cell': '{role}، {group}',
  'matrix.narrow': 'يعرض كل دور مجموعاته. افتح دورًا لتغييرها.',
  'matrix.unchanged': 'حدّد خلية أو ألغِ تحديدها لتغيير ارتباط.',
  'plan.saved':
    '{count, plural, zero {لم يُحفظ أي ارتباط.} one {حُفظ ارتباط واحد.} two {حُفظ ارتباطان.} few {حُفظت # ارتباطات.} many {حُفظ # ارتباطًا.} other {حُفظ # ارتباط.}}',
  'plan.stale': 'طرأ تغيير على «{name}» في هذه الأثناء، ولذلك لم يُحفظ. أعد قراءته لتطبيق تغييراتك من جديد.',
  'plan.gone': 'حُذف «{name}» في هذه الأثناء، ولذلك لم يُحفظ.',
  'plan.failed': 'لم يُحفظ «{name}». {reason}',
  'plan.rest':
    '{count, plural, zero {حُفظت كل الارتباطات.} one {لم يُحفظ ارتباط واحد بعد.} two {لم يُحفظ ارتباطان بعد.} few {لم تُحفظ # ارتباطات بعد.} many {لم يُحفظ # ارتباطًا بعد.} other {لم يُحفظ # ارتباط بعد.}}',
  'plan.readAgain': 'إعادة القراءة',
  'plan.leaveOut': 'استبعاد',
} as const
