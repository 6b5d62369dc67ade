/** The Arabic of `mapping-views/comparison.ts`. */
export const comparison = {
  'compare.title': 'مقارنة {name} ببيئة أخرى',
  'compare.lead': 'تُقارن أدوار التطبيقات حسب الاسم؛ أما الأدوار المخصّصة والمجموعات فهي نفسها في كل البيئات.',
  'compare.with': 'المقارنة مع',
  'compare.choose': 'اختيار بيئة',
  'compare.alone': 'لا توجد بيئة أخرى للمقارنة معها.',
  'compare.swap': 'مقارنة {from} مع {to} بدلًا من ذلك',
  'compare.differences': 'الفروق',
  'compare.all': 'كل الارتباطات',
  'compare.show': 'إظهار',
  'compare.state': 'الحالة',
  'compare.summary':
    '{different, plural, zero {لا ارتباطات مختلفة} one {ارتباط واحد مختلف} two {ارتباطان مختلفان} few {# ارتباطات مختلفة} many {# ارتباطًا مختلفًا} other {# ارتباط مختلف}}، {onlyFrom, number} في {from} فقط، {onlyTo, number} في {to} فقط، {same, number} متطابقة.',
  'compare.nothing': 'الارتباطات في {to} مطابقة للارتباطات في {from}.',
  'compare.different': 'مختلف',
  'compare.only-from': 'في {from} فقط',
  'compare.only-to': 'في {to} فقط',
  'compare.same': 'متطابق',
  'compare.missing': 'لا يوجد دور أو تطبيق كهذا',
  'compare.onlyIn': 'في {name} فقط',
  'promote.title': 'ترقية من {from} إلى {to}',
  'promote.missing': 'غير موجود في {to}، لذا لا يُرقّى: {names}.',
  'promote.kept': 'في {to} فقط، يبقى دون تغيير: {names}.',
  'promote.readonly': 'بيئة {to} للقراءة فقط: لا يمكن تغيير أي شيء هناك.',
  'promote.nothing': 'لا يوجد ما يُرقّى إلى {to}.',
  'promote.review':
    'مراجعة {count, plural, zero {# ارتباط} one {ارتباط واحد} two {ارتباطين} few {# ارتباطات} many {# ارتباطًا} other {# ارتباط}}',
  'promote.ask':
    'هل تريد أن يحلّ ما في {from} محل {count, plural, zero {# ارتباط} one {ارتباط واحد} two {ارتباطين} few {# ارتباطات} many {# ارتباطًا} other {# ارتباط}} في {to}؟',
  'promote.lead': 'يتغيّر الوصول في {to} مع أول صفحة يفتحها الأشخاص بعد ذلك. لا يُستبدل أي ارتباط تغيّر منذ هذه المقارنة.',
  'promote.go':
    'ترقية {count, plural, zero {# ارتباط} one {ارتباط واحد} two {ارتباطين} few {# ارتباطات} many {# ارتباطًا} other {# ارتباط}}',
  'promote.again': 'إعادة المقارنة',
} as const
