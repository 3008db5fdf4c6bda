import type { Language } from '../language/tags.js';

/**
 * Folded words of everyday sentences that tell a language and stand neither in its local commands nor among its stop
 * words: greetings, verbs, times, things of the house.
 */
export const SPOKEN_WORDS: Readonly<Record<Language, string>> = {
  en: `
    hello hi hey good morning evening afternoon night bye goodbye welcome yes yeah yep nope thank thanks sorry help say show give
    make take know think want need like love go going come coming get got put add remove buy play read write call send
    remind remember forget wake sleep eat eating drink cook wash clean find look see hear tell told talk talked ask answer
    time today tomorrow yesterday tonight now later soon always never week weekend month year hour hours minute minutes
    second seconds monday tuesday wednesday thursday friday saturday sunday weather rain sunny snow cold hot warm warmer
    cooler bright brighter dark darker louder quieter up down back here there everything something anything nothing
    anybody anyone somebody nobody kitchen bedroom bathroom room house home garden hall garage door doors window
    windows light lights front my our name called people children kid kids mother father mom dad sister brother wife husband friend friends dog cat
    many much long far old new next last first only also too very really again why because whether both than`,
  de: `
    hallo moin servus grüß guten gute gutes morgen abend nacht tag tschüss ja nein danke bitte hilf hilfe sag sage sagst zeig zeige gib
    mache mach machst macht nimm weißt glaube möchte will willst brauche mag liebe geh gehe geht gehst komm kommt kommst hol leg
    setz füge kaufen spiel spiele spielt lies schreib ruf schick erinnere merke merk vergiss weck schlafen schläft essen
    trinken kochen waschen putzen such suche finde finden schau sieh siehst hör erzähl erzähle erkläre sprachen gesprochen
    gesagt frag antworte spät früh heute gestern jetzt später bald immer nie niemals woche wochenende monat jahr stunde
    stunden minute minuten sekunde sekunden uhr montag dienstag mittwoch donnerstag freitag samstag sonntag wetter regen regnet
    schneit sonne kalt warm wärmer kühler hell heller dunkel dunkler lauter leiser hier dort alles etwas nichts jemand
    niemand küche schlafzimmer wohnzimmer badezimmer bad zimmer raum haus hause garten flur keller haustür tür türen fenster licht name heißt heiße
    leute kinder kind mutter vater mama papa schwester bruder frau mann freund freunde hund katze viel viele lange weit alt neu
    nächste letzte erste auch sehr wirklich wieder warum weil darf dürfen kannst können müssen`,
  fr: `
    bonjour bonsoir bonne bon salut coucou nuit matin soir journée revoir oui non merci plaît aide aidez dis dites montre donne fais fait
    faire prends sais sait savoir pense veux veut voudrais besoin aime adore va vas aller allons viens vient apporte mettre ajoute
    enlève achète acheter joue jouer lis écris appelle envoie rappelle souviens retiens oublie réveille dormir dort manger
    boire cuisiner laver nettoyer cherche trouve trouver regarde vois voir entends raconte raconter parle parler parlé demande réponds
    heure heures aujourd'hui demain hier maintenant tard tôt bientôt toujours jamais semaine mois an année
    minute minutes seconde secondes lundi mardi mercredi jeudi vendredi samedi dimanche temps météo pluie pleut neige soleil froid
    chaud clair sombre fort ici là tout rien quelque chose quelqu'un personne cuisine chambre salon salle bain pièce maison jardin
    couloir porte portes fenêtre fenêtres lumière lumières nom appelle gens enfants enfant mère père maman papa soeur frère femme mari ami amis chien chat
    beaucoup longtemps loin vieux nouveau prochain dernier premier aussi très vraiment encore pourquoi parce dois doit peux peut pouvez`,
  es: `
    hola buenos buenas buen días día tardes noches noche mañana adiós sí no gracias favor ayuda ayúdame di dime dices dicen muestra dame da
    haz hacer hace toma sabes sabe saber creo quiero quieres quiere necesito gusta amo voy va vas vamos ir ven viene vienes trae mete
    añade agrega quita compra comprar toca lee escribe llama llamo llamas envía recuérdame recuerda olvida olvides borra
    despiértame dormir duerme comer come beber cocinar lavar limpiar busca encuentra mira ve ver oye escucha cuenta cuéntame
    cuento habla hablar hablamos pregunta responde hora horas hoy ayer ahora tarde temprano pronto siempre nunca semana
    mes año minuto minutos segundo segundos lunes martes miércoles jueves viernes sábado domingo tiempo llover llueve lluvia nieva sol frío
    calor caliente claro oscuro fuerte aquí allí todo nada algo alguien nadie cocina dormitorio salón baño habitación casa
    jardín pasillo puerta puertas ventana ventanas luz luces nombre gente niños niño madre padre mamá papá hermana hermano mujer marido amigo amigos perro gato
    mucho muchos mucha lejos viejo nuevo próximo último primero también muy realmente otra vez debo debes debe puedo puedes puede pueden`,
};
