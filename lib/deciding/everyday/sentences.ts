import type { Language } from '../../language/tags.js';

/** What everybody says to an assistant that is neither a command to the house nor a question for a model. */
export type Everyday = 'time' | 'date' | 'help' | 'hello' | 'night' | 'thanks' | 'goodbye';

interface EverydaySentences {
  macros: Readonly<Record<string, string>>;
  says: Readonly<Record<Everyday, readonly string[]>>;
  /** May stand before and after each of them. */
  beside: string;
}

/** Whole utterances, as templates of `sentences/template.ts`. */
export const EVERYDAY: Record<Language, EverydaySentences> = {
  en: {
    macros: {
      tell: '(can|could|will|would) you [please] tell me|tell me|do you know|give me|say',
      what: 'whats|what is',
      now: 'now|right now|at the moment|currently|please',
    },
    says: {
      time: [
        '[<tell>] what time is it [<now>]',
        '[<tell>] what time it is [<now>]',
        '[<tell>] (what|whats) the [current] time [is] [<now>]',
        '[<tell>] what is the [current] time [<now>]',
        '(what time do we have|whats the clock say|how late is it) [<now>]',
        '(do you have|have you got|you got) the time',
        '[<tell>] (the|current|the current) time',
        '<tell> time',
      ],
      date: [
        '[<tell>] [<what>] (the|todays|the current) date [is] [today|<now>]',
        '[<tell>] what date is (it|today) [today]',
        '<what> the date of today',
        '[<tell>] [what|which] (day|weekday|day of the week|day of the month) (is it|it is|is today|today is) [today]',
        '<what> today',
        '[<tell>] (what|which) (year|month) (is it|is this|are we in|it is)',
        '<what> (the|the current) (year|month|day|weekday|day of the week)',
        '[<tell>] [todays|current] date',
      ],
      help: [
        '[i need|give me|some] help [me]',
        '[tell me] what [all|else] (can|could) you [all] do [for (me|us)]',
        '[tell me] what you can do [for (me|us)]',
        'what are you (able to|capable to) do',
        'what are you capable of',
        'what (can|could|may|should) i (say|ask|do|tell|ask you|say to you|tell you|ask you for|ask for|do here|say here)',
        'what (do|can) you understand',
        '(what|which) (commands|sentences|questions) (do|can) you (know|understand|answer)',
        'what are your (commands|skills|functions|features)',
        'how (do|can) (i|you|we) (use you|use this|work|talk to you|start)',
        'how does (this|it) work',
        'how (can|do) you help [me|us]',
        'what do you do',
      ],
      hello: [
        '(hello|hi|hey|howdy|greetings|hullo) [there|again|you]',
        '[a] [very] good (morning|evening|afternoon|day)',
      ],
      night: ['good night', '(sleep|rest) well', 'sleep tight'],
      thanks: [
        '[many|ok|okay|great|perfect] (thanks|thank you|thankyou|thx|cheers) [(very much|so much|a lot|again|a bunch|for that|for your help|for the help|for everything)]',
        'thanks a million',
        '(that is|thats) [very] kind [of you]',
      ],
      goodbye: ['(goodbye|good bye|bye|bye bye|see you|see ya) [later|soon|tomorrow|then]', 'until (later|tomorrow)'],
    },
    beside: 'please|jarvis|hey jarvis|ok|okay|so|well|and|now|then|hey|again|my friend|oh',
  },
  de: {
    macros: {
      tell: '(kannst|könntest|würdest) du [mir] [bitte] sagen|sag mir|sage mir|sag|weisst du|verrätst du mir|nenn mir|nenne mir',
      now: 'jetzt|gerade|denn|eigentlich|bitte|grad|im moment|aktuell',
      today: 'heute|denn|eigentlich|jetzt',
    },
    says: {
      time: [
        'wie (spät|viel uhr) (ist|haben wir) [es] [<now>] [<now>]',
        'wieviel uhr (ist|haben wir) [es] [<now>]',
        '<tell> [bitte|mal] wie (spät|viel uhr) es [<now>] ist',
        '<tell> [bitte|mal] die [genaue|aktuelle] (uhrzeit|zeit)',
        '(wie ist|was ist|welche) [die|das] [genaue|aktuelle] uhrzeit [haben wir|ist es] [<now>]',
        'hast du [mal] die [genaue] uhrzeit',
        'was sagt die uhr',
        '[die] [genaue|aktuelle] uhrzeit',
      ],
      date: [
        '(welcher|was für ein) (tag|wochentag|monat) (ist|ist es) [<today>] [<today>]',
        '(welchen|was für einen) (tag|wochentag|monat) haben wir [<today>] [<today>]',
        'was (ist|haben wir) [<today>] [<today>] für (ein|einen|nen) (tag|wochentag|datum|monat)',
        '(welches|was für ein) (datum|jahr) (ist|haben wir|schreiben wir) [es] [<today>] [<today>]',
        'in welchem (jahr|monat) (sind|leben) wir [<today>]',
        '(der|den) wievielten (ist|haben wir|ist es) [<today>] [<today>]',
        'der wievielte ist [<today>] [<today>]',
        '(was|wie|welches) ist [<today>] das [heutige|aktuelle|genaue] datum [<today>]',
        '<tell> [bitte|mal] (das [heutige|aktuelle] datum|welcher (tag|wochentag) [heute] ist|welches datum [heute] ist|welchen tag wir [heute] haben)',
        '[das] [heutige|aktuelle] datum [von heute]',
        'welcher tag',
      ],
      help: [
        '[ich brauche] hilfe',
        'hilf mir [mal]',
        '[sag mir|erzähl mir] was (kannst du|du) [alles|denn|so|eigentlich] [alles|so] [für (mich|uns)] [tun|machen|kannst|tun kannst]',
        'was (kann|soll|darf|muss) ich [zu] [dich|dir|hier] [alles|so] (sagen|fragen|machen|tun)',
        'was verstehst du [alles|denn|so|eigentlich]',
        'welche (befehle|sätze|kommandos|fragen|sprachbefehle) (kennst|verstehst|kannst|beantwortest) du [alles]',
        'was sind deine (befehle|funktionen|fähigkeiten)',
        'wie funktioniert (das|das hier|dies|jarvis)',
        'wie (funktionierst|bedient man|benutzt man|benutze ich|bediene ich) (du|dich)',
        '(wobei|womit|wie) kannst du (mir|uns) helfen',
        'was hast du [alles] drauf',
      ],
      hello: [
        '(hallo|hi|hey|servus|moin|moin moin|grüss dich|grüss gott|grüezi|halli hallo|na) [du|zusammen|wieder|nochmal]',
        '[einen] [schönen] (guten|schönen) (tag|morgen|abend|mittag|nachmittag)',
      ],
      night: ['gute nacht', 'schlaf (gut|schön)'],
      thanks: [
        '[ok|super|prima|perfekt|alles klar] (danke|dankeschön) [schön|sehr|dir|vielmals|nochmal|für (alles|die hilfe|deine hilfe)]',
        '(vielen|herzlichen|besten|schönen|tausend) [lieben|herzlichen] dank [dir|für (alles|die hilfe|deine hilfe)]',
        'ich danke dir',
        'das ist [sehr] (nett|lieb) [von dir]',
      ],
      goodbye: [
        '(tschüss|tschüs|ciao|auf wiedersehen|ade|servus bis dann)',
        'bis (später|bald|morgen|dann|gleich|nachher)',
      ],
    },
    beside: 'bitte|jarvis|hey jarvis|ok|okay|so|und|mal|doch|also|ach|ja|na|denn|schön',
  },
  fr: {
    macros: {
      tell: '(peux tu|pourrais tu|tu peux|tu pourrais|pouvez vous|vous pouvez) [me|m] (dire|donner|indiquer)|dis moi|donne moi|dites moi|donnez moi|sais tu|tu sais|est ce que tu sais',
      now: "maintenant|actuellement|en ce moment|là|s'il te plaît",
      today: "aujourd'hui|maintenant|en ce moment",
    },
    says: {
      time: [
        '[<tell>] quelle heure (est il|il est|est ce|avons nous|as tu|tu as) [<now>]',
        'il est quelle heure [<now>]',
        "<tell> l'heure [qu'il est] [<now>]",
        "[est ce que] (tu as|as tu|vous avez|avez vous|t'as) l'heure",
        "(quelle est|c'est quoi) l'heure [actuelle|qu'il est] [<now>]",
        "[l']heure [actuelle]",
        "c'est quelle heure",
      ],
      date: [
        '[<tell>] quel jour (sommes nous|est on|on est|nous sommes|est ce|est il|c est|avons nous) [<today>]',
        "(on est|nous sommes|c'est) quel jour [de la semaine] [<today>]",
        "quel jour de la semaine (sommes nous|est on|on est|est ce|c'est) [<today>]",
        "[<tell>] [quelle est|c'est quoi] la date [d'aujourd'hui|du jour|actuelle|de ce jour] [<today>]",
        '[<tell>] quelle date (sommes nous|est on|on est|nous sommes|est ce|est il|avons nous) [<today>]',
        '(on est|nous sommes) (le combien|quelle date) [<today>]',
        'le combien (sommes nous|est on|on est) [<today>]',
        '[en] (quelle année|quel mois) (sommes nous|est on|on est|nous sommes) [<today>]',
        '(on est|nous sommes) en quelle année [<today>]',
        "(la|[la] date) (date|du jour|d'aujourd'hui)",
      ],
      help: [
        "[à l'|j'ai besoin d'|besoin d'] aide [moi|nous]",
        '[dis moi] (que|qu est ce que|ce que) (sais|peux|tu sais|tu peux|pouvez|vous pouvez|savez|vous savez) [tu|vous] faire [pour (moi|nous)]',
        'tu (sais|peux) faire quoi',
        '(que|qu est ce que) (puis je|je peux) [te|vous] (dire|demander|faire) [ici]',
        '(que comprends tu|qu est ce que tu comprends|tu comprends quoi)',
        '[quelles sont|quelles] [tes] (commandes|fonctions|phrases) [comprends tu|connais tu|tu comprends|tu connais]',
        'quelles sont (tes|vos) (commandes|fonctions|capacités)',
        'comment (ça marche|ça fonctionne|tu marches|tu fonctionnes|fonctionnes tu|cela marche|t utiliser)',
        '(comment|à quoi) (peux tu|tu peux|sers tu|tu sers) [m aider|me servir]',
      ],
      hello: [
        '(bonjour|bonsoir|salut|coucou|hello|hey|bonjour à tous) [à toi|toi|à tous|encore]',
        'bon matin',
        'rebonjour',
      ],
      night: ['bonne nuit', 'dors bien', 'fais de beaux rêves'],
      thanks: [
        "[ok|super|parfait|d'accord] (merci|mille mercis|un grand merci) [(beaucoup|bien|à toi|infiniment|encore|mille fois|pour (tout|ton aide|l'aide))]",
        'je te remercie',
        "c'est [très] gentil [à toi|de ta part]",
      ],
      goodbye: [
        '(au revoir|adieu|ciao|bye|tchao)',
        "à (bientôt|demain|plus tard|plus|tout à l'heure|ce soir|la prochaine)",
      ],
    },
    beside: "s'il te plaît|s'il vous plaît|stp|jarvis|dis jarvis|dis|ok|alors|et|bon|donc|hé|oh",
  },
  es: {
    macros: {
      tell: '(puedes|podrías|me puedes|me podrías|puede) [decirme|decir|darme|dar]|dime|dame|di|me dices|me das|sabes|sabes decirme',
      now: 'ahora|ahora mismo|en este momento|ya|por favor',
      today: 'hoy|ahora|en este momento',
    },
    says: {
      time: [
        '[<tell>] [a] qué hora (es|son|tienes|tenemos|será) [<now>]',
        'qué horas son [<now>]',
        '<tell> la hora [actual|que es] [<now>]',
        '(tienes|tiene|llevas) [la] hora',
        'cuál es la hora [actual] [<now>]',
        '[la] hora [actual]',
      ],
      date: [
        '[<tell>] [a|en] qué (día|fecha|día de la semana) (es|estamos|tenemos|somos|será) [<today>]',
        '[hoy] qué (día|fecha) es',
        'hoy (a|en) qué día estamos',
        '[<tell>] [cuál es] la fecha [de hoy|actual|de ahora] [<today>]',
        'cuál es la fecha [de hoy|actual]',
        'a (cuánto|cuántos|cuantos) (estamos|somos) [<today>]',
        '[en] qué (año|mes) (es|estamos) [<today>]',
        'fecha [de hoy|actual]',
      ],
      help: [
        '[necesito] ayuda',
        'ayúdame',
        '[dime] [todo] [lo] qué (puedes|sabes|podrías) hacer [por (mí|nosotros)]',
        'qué cosas (puedes|sabes) hacer',
        'qué (puedo|podría|debo|tengo que) (decir|preguntar|decirte|preguntarte|pedirte|pedir|hacer) [aquí]',
        '(qué entiendes|qué comprendes)',
        'qué (comandos|órdenes|frases|preguntas) (entiendes|conoces|comprendes|sabes)',
        'cuáles son tus (comandos|funciones|órdenes|capacidades)',
        'cómo (funcionas|funciona esto|funciona|te uso|se usa esto)',
        '[en] (qué|cómo) (me puedes|puedes|nos puedes) (ayudar|ayudarme|ayudarnos)',
        'para qué sirves',
      ],
      hello: ['(hola|buenas|hey|hola hola|saludos) [de nuevo|otra vez]', '(buenos días|buen día|buenas tardes)'],
      night: ['buenas noches', 'que (duermas|descanses) [bien]'],
      thanks: [
        '[ok|vale|perfecto|genial] [muchas|mil|muchísimas] gracias [a ti|de nuevo|por (todo|tu ayuda|la ayuda)]',
        'te lo agradezco [mucho]',
        '(muy amable|eres muy amable)',
      ],
      goodbye: ['(adiós|chao|chau|nos vemos)', 'hasta (luego|mañana|pronto|la vista|después|otra)'],
    },
    beside: 'por favor|jarvis|oye jarvis|oye|ok|vale|y|pues|bueno|entonces|oh',
  },
};
