import type { HouseholdWords } from './types.js';

export const GERMAN: HouseholdWords = {
  lists: {
    family: 'Tom;Mia;Ben;Lena',
    child: 'Mia;Ben',
    person:
      'Tante Rosa;Opa Karl;Clara;Familie Novak|die Novaks;Onkel Peter;Hannah;Herr Silva;Cousin Jonas;Oma Edith;Olivia;die Bäckers|Bäckers;Viktor;Yuki;Priya',
    dish: 'Lasagne;Pilzrisotto|Risotto;Brathähnchen;Linsensuppe;Fischstäbchen;Kürbiscurry;Frikadellen|Frikadelle;Spinatpfannkuchen|Pfannkuchen;Kartoffelauflauf;Tacos;Forelle|Forellen;gefüllte Paprika;Gulasch;Gemüsekuchen;Nudeln mit Pesto|Pestonudeln;Rindereintopf|Eintopf;Pizza;Schnitzel;Chili;Ramen;Quiche;Moussaka;Maultaschen;Lachs',
    snack:
      'Käsebrote|Käsebrot;Tomatensuppe;Rührei|Rühreier;griechischen Salat|griechischer Salat;Reis vom Vortag|Reis;Hummus;weiße Bohnen|Bohnen;Würstchen;ein Omelett|Omelett;Thunfischbrötchen;Couscous;Haferbrei',
    title:
      'Der blaue Leuchtturm;Winterbahnhof;Papierdrachen;Stiller Hafen;Die Uhrmacherin;Sieben Brücken;Mondgarten;Die letzte Tram;Kupferflügel;Herr Nebel;Der Glasgarten;Nordstraße;Ein Lied für Ada;Der Honigdieb;Leiser Schnee;Insel der Drachen',
    appliance:
      'Spülmaschine;Waschmaschine;Kaffeemaschine;Heizung;Türklingel|Klingel;Mikrowelle;Nähmaschine;Stehlampe;Garagentür;Dunstabzugshaube;Gefriertruhe;Regentonne',
    fault: 'leckte;machte Krach;ging nicht mehr an;hatte einen kaputten Schalter;roch verbrannt;blieb immer stehen',
    helper: 'Der Klempner;Die Elektrikerin;Ein Techniker;Onkel Peter;Herr Silva;Tom',
    item: 'einen Wasserkocher|Wasserkocher;Wanderschuhe;einen Wintermantel|Wintermantel;ein Bücherregal|Bücherregal;Druckertinte;zwei Lampen|Lampe;einen Fahrradhelm|Fahrradhelm;ein Zelt|Zelt;Farbe für den Zaun|Farbe;eine Bratpfanne|Pfanne;Laufschuhe;einen Koffer|Koffer;Kopfhörer;ein Brettspiel|Brettspiel;Vorhänge|Vorhang;eine Regenjacke|Regenjacke;eine Bohrmaschine|Bohrmaschine;eine Matratze|Matratze;eine Schwimmbrille|Schwimmbrille;einen Toaster|Toaster;eine Leiter|Leiter;eine Geige|Geige;eine Hängematte|Hängematte;Samen',
    shop: 'im Baumarkt;im Kaufhaus;auf dem Flohmarkt;im Internet;im Laden an der Ecke;im Outlet',
    complaint:
      'Halsschmerzen|Halsweh und Schmerzen;Kopfschmerzen;Fieber;einen verstauchten Knöchel|Knöchel;Zahnschmerzen;Ohrenschmerzen;einen Ausschlag|Ausschlag;Bauchschmerzen;Husten;Rückenschmerzen;Heuschnupfen;einen verletzten Finger|Finger',
    remedy:
      'blieb im Bett;bekam Tropfen von Doktor Lind;trank viel Tee;ging in die Apotheke;war am Abend wieder gesund;war bei Doktor Lind',
    subject: 'Mathe;Geschichte;Biologie;Französisch;Erdkunde;Musik;Kunst;Physik;Chemie',
    result: 'bekam eine sehr gute Note;kam gerade so durch;muss sie wiederholen;wurde gelobt;hatte alles richtig',
    animal: 'Bruno;Minka',
    deed: 'zerkaute einen Hausschuh|Hausschuh;fing eine Maus|Maus;lief dem Briefträger nach|Briefträger;schlief im Wäschekorb|Wäschekorb;war beim Tierarzt|Tierarzt;stahl eine Wurst vom Tisch|Wurst;versteckte sich unter dem Sofa|Sofa;zerkratzte den Sessel|Sessel;grub den Rasen um|Rasen;bekam ein neues Halsband|Halsband;jagte ein Eichhörnchen|Eichhörnchen;fraß den Käse|Käse',
    plant:
      'Tomaten|Tomate;Rosen|Rose;die Hecke|Hecke;Erdbeeren|Erdbeere;Tulpen|Tulpe;den Apfelbaum|Apfelbaum;Basilikum;Kürbisse|Kürbis;Lavendel;Kartoffeln|Kartoffel;den Wein|Wein;Sonnenblumen|Sonnenblume',
    place:
      'zum Anholtsee|Anholtsee;zur Burg Graufeld|Burg Graufeld;in den Zoo|Zoo;ins Technikmuseum|Technikmuseum;zur Kieferninsel|Kieferninsel;nach Marlow|Marlow;in die Kletterhalle|Kletterhalle;zum Fuchsberg|Fuchsberg;zum Weihnachtsmarkt|Weihnachtsmarkt;in den Botanischen Garten|Botanischen Garten;nach Port Ellin|Port Ellin;ins alte Bergwerk|Bergwerk',
    outing:
      'wanderten stundenlang;aßen Eis;wurden im Regen nass;verpassten den Bus;trafen alte Freunde;machten viele Fotos',
    matter:
      'die Geburtstagsfeier|Geburtstagsfeier;die Ferienwohnung|Ferienwohnung;die Autoversicherung|Versicherung;den Liebeskummer|Liebeskummer;das Schultheater|Schultheater;die neue Arbeit|Arbeit;die Hochzeit|Hochzeit;die Steuererklärung|Steuererklärung;den Chor|Chor;den Umzug|Umzug;den Zaun der Nachbarn|Zaun;ein Rezept|Rezept',
    job: 'putzte die Fenster|Fenster;räumte den Keller auf|Keller;bügelte die Hemden|Hemden;wusch das Auto|Auto;taute den Gefrierschrank ab|Gefrierschrank;sortierte das alte Spielzeug|Spielzeug;reinigte die Dachrinne|Dachrinne;brachte die Flaschen weg|Flaschen;ölte die Scharniere|Scharniere;bezog die Betten|Betten;fegte den Hof|Hof;leerte den Kompost|Kompost',
    remark:
      'Alle waren zufrieden.;Es dauerte länger als gedacht.;Niemand hat sich beschwert.;Das war vielleicht ein Tag.;Ben hat viel gelacht.;Mia will das wieder machen.;Draußen regnete es.;Lena war müde.;Das Radio lief.;Tom hat ein Foto gemacht.',
  },
  entries: {
    dinner: [
      'Zum Abendessen gab es {dish}. {remark}',
      '{family} hat {dish} zum Abendessen gekocht. {remark}',
      'Abendessen: {dish}, von {family} gekocht. {remark}',
    ],
    lunch: ['Zum Mittagessen gab es {snack}. {remark}', '{family} machte {snack} zum Mittagessen.'],
    film: ['Sie sahen zusammen den Film „{title}“. {remark}', 'Filmabend: „{title}“. {family} ist eingeschlafen.'],
    visit: ['{person} kam zu Besuch. {remark}', 'Besuch von {person}, mit Kaffee und Kuchen. {remark}'],
    repair: [
      'Die {appliance} {fault}; repariert. {helper} war da.',
      '{helper} hat die {appliance} repariert: Sie {fault}.',
    ],
    purchase: [
      '{family} hat {item} {shop} für {price} Euro gekauft.',
      'Sie kauften {item} für {price} Euro {shop}. {remark}',
    ],
    health: ['{family} hatte {complaint} und {remedy}.', '{family} war krank, hatte {complaint} und {remedy}.'],
    school: [
      '{child} schrieb eine Arbeit in {subject} und {result}.',
      'Schule: {child} {result} in {subject}. {remark}',
    ],
    pet: ['{animal} {deed}. {remark}', 'Wieder einmal: {animal} {deed}.'],
    garden: [
      '{family} hat im Garten {plant} gepflanzt und gegossen.',
      'Im Garten kümmerte sich {family} um {plant}. {remark}',
    ],
    trip: ['Ausflug {place}: Sie {outing}.', 'Sie machten einen Ausflug {place} und {outing}. {remark}'],
    call: ['{person} rief an und sprach über {matter}.', 'Anruf von {person}, es ging um {matter}. {remark}'],
    chore: ['{family} {job}. {remark}', 'Am Nachmittag: {family} {job}.'],
  },
  questions: {
    dinner: {
      own: [
        'Was gab es {when} zum Abendessen?',
        'Was hatten wir {when} abends zu essen?',
        'Wer hat {when} {dish} zum Abendessen gekocht?',
      ],
      other: ['Was kam {when} abends auf den Tisch?'],
    },
    lunch: {
      own: ['Was gab es {when} zum Mittagessen?', 'Wer hat {when} {snack} gemacht?'],
      other: ['Was kam {when} mittags auf den Tisch?'],
    },
    film: {
      own: [
        'Welchen Film haben wir {when} gesehen?',
        'Wie hieß der Film, den wir {when} geschaut haben?',
        'Haben wir {when} {title} gesehen?',
      ],
      other: ['Was lief bei uns {when} im Kino?'],
    },
    visit: {
      own: ['Wer war {when} zu Besuch?', 'War {person} {when} bei uns zu Besuch?', 'Wer hat uns {when} besucht?'],
      other: ['Welche Gäste hatten wir {when}?'],
    },
    repair: {
      own: [
        'Wer hat {when} die {appliance} repariert?',
        'Was war {when} mit der {appliance} los?',
        'Was war das {when} für eine Reparatur an der {appliance}?',
      ],
      other: ['Was ging bei uns {when} kaputt?'],
    },
    purchase: {
      own: [
        'Was hat {when} der Kauf gekostet, {item} meine ich?',
        'Wo haben wir {when} {item} gekauft?',
        'Wie teuer war das {when} mit {item}?',
      ],
    },
    health: { own: ['Wer hatte {when} {complaint}?', 'Wie war das {when}, als jemand {complaint} hatte?'] },
    school: {
      own: ['Wie lief es {when} bei {child} in {subject}?', 'Was war {when} mit {child} und der Arbeit in {subject}?'],
    },
    pet: { own: ['Was war das {when} mit {animal} und {deed}?', 'Welches Tier war das {when} mit {deed}?'] },
    garden: {
      own: ['Wer hat sich {when} um {plant} gekümmert?', 'Was haben wir {when} im Garten mit {plant} gemacht?'],
    },
    trip: {
      own: [
        'Wie war {when} der Ausflug, {place}?',
        'Was haben wir {when} bei {place} erlebt?',
        'Wohin ging {when} unser Ausflug?',
      ],
      other: ['Welche Reise haben wir {when} unternommen?'],
    },
    call: {
      own: [
        'Wer hat {when} wegen {matter} angerufen?',
        'Was wollte {person} {when}, wegen der angerufen wurde?',
        'Mit wem ging es {when} um {matter}?',
      ],
    },
    chore: { own: ['Wer hat sich {when} um {job} gekümmert?', 'Hat {when} jemand an {job} gedacht?'] },
  },
  times: {
    weekdays: 'Sonntag;Montag;Dienstag;Mittwoch;Donnerstag;Freitag;Samstag',
    months: 'Januar;Februar;März;April;Mai;Juni;Juli;August;September;Oktober;November;Dezember',
    numbers: 'zwei;drei;vier;fünf;sechs;sieben;acht;neun',
    yesterday: 'gestern',
    dayBeforeYesterday: 'vorgestern',
    daysAgo: 'vor {n} Tagen',
    weeksAgo: 'vor etwa {n} Wochen',
    monthsAgo: 'vor {n} Monaten',
    lastWeekday: 'letzten {weekday}',
    weekdayLastWeek: 'letzte Woche am {weekday}',
    lastWeekend: 'am letzten Wochenende',
    lastMonth: 'im letzten Monat',
    date: 'am {day}. {month}',
    numericDate: 'am {dd}.{mm}.',
    inMonth: 'im {month}',
    inMonthOfYear: 'im {month} {year}',
    earlyMonth: 'Anfang {month}',
    lateMonth: 'Ende {month}',
    betweenMonths: 'zwischen {month} und {month2}',
    weekdayBeforeEaster: 'am {weekday} vor Ostern',
    easter: 'an Ostern',
    easterMonday: 'am Ostermontag',
    christmasEve: 'an Heiligabend',
    newYearsEve: 'an Silvester',
    halloween: 'an Halloween',
    summer: 'letzten Sommer',
  },
};
