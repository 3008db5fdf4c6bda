import type { HouseholdWords } from './types.js';

export const FRENCH: HouseholdWords = {
  lists: {
    family: 'Tom;Mia;Ben;Léna',
    child: 'Mia;Ben',
    person:
      'tante Rosa;papi Karl;Clara;les Novak|Novak;oncle Pierre;Anna;monsieur Silva;le cousin Jonas|cousin Jonas;mamie Édith;Olivia;les Boulanger|Boulanger;Victor;Yuki;Priya',
    dish: 'des lasagnes|lasagnes;un risotto aux champignons|risotto;un poulet rôti|poulet rôti;une soupe de lentilles|soupe de lentilles;du poisson pané|poisson pané;un curry de potiron|curry;des boulettes|boulettes;des crêpes aux épinards|crêpes;un gratin|gratin;des tacos|tacos;une truite|truite;des poivrons farcis|poivrons;un goulasch|goulasch;une tarte aux légumes|tarte aux légumes;des pâtes au pesto|pâtes;un pot-au-feu|pot-au-feu;une pizza|pizza;des escalopes|escalopes;un chili|chili;des ramens|ramen;une quiche|quiche;une moussaka|moussaka;des raviolis|raviolis;du saumon|saumon',
    snack:
      'des croque-monsieur|croque-monsieur;une soupe de tomates|soupe de tomates;des œufs brouillés|œufs brouillés;une salade grecque|salade grecque;le riz de la veille|riz;du houmous|houmous;des haricots blancs|haricots;des saucisses|saucisses;une omelette|omelette;des sandwichs au thon|sandwich au thon;du couscous|couscous;du porridge|porridge',
    title:
      'Le Phare bleu;Gare d’hiver;Dragons de papier;Un port tranquille;L’Horlogère;Sept ponts;Le Verger de lune;Le Dernier Tram;Ailes de cuivre;Monsieur Brouillard;Le Jardin de verre;Route du Nord;Une chanson pour Ada;Le Voleur de miel;Neige silencieuse;L’Île aux cerfs-volants',
    appliance:
      'lave-vaisselle;lave-linge;four;frigo;chauffe-eau;grille-pain;sèche-linge;aspirateur;radiateur;congélateur;portail;mixeur',
    fault: 'fuyait;faisait du bruit;ne démarrait plus;avait un bouton cassé;sentait le brûlé;s’arrêtait tout le temps',
    helper: 'Le plombier;L’électricienne;Un technicien;Oncle Pierre;Monsieur Silva;Tom',
    item: 'une bouilloire|bouilloire;des chaussures de marche|chaussures de marche;un manteau d’hiver|manteau;une étagère|étagère;de l’encre pour l’imprimante|encre;deux lampes|lampe;un casque de vélo|casque;une tente|tente;de la peinture pour la clôture|peinture;une poêle|poêle;des baskets|baskets;une valise|valise;des écouteurs|écouteurs;un jeu de société|jeu de société;des rideaux|rideau;un imperméable|imperméable;une perceuse|perceuse;un matelas|matelas;des lunettes de natation|lunettes de natation;une échelle|échelle;un violon|violon;un hamac|hamac;des graines|graines;un parasol|parasol',
    shop: 'au magasin de bricolage;au grand magasin;à la brocante;sur internet;à l’épicerie du coin;en solde',
    complaint:
      'mal à la gorge|gorge;mal à la tête|mal de tête;de la fièvre|fièvre;la cheville foulée|cheville;mal aux dents|dents;mal aux oreilles|oreilles;une éruption|éruption;mal au ventre|ventre;de la toux|toux;mal au dos|dos;le rhume des foins|rhume des foins;un doigt coupé|doigt',
    remedy:
      'est resté au lit;a reçu des gouttes du docteur Lind;a bu beaucoup de tisane;est passé à la pharmacie;allait mieux le soir;a vu le docteur Lind',
    subject: 'maths;histoire;biologie;allemand;géographie;musique;dessin;physique;chimie',
    result: 'a eu une très bonne note;est passé de justesse;doit recommencer;a été félicité;a tout juste',
    animal: 'Bruno;Minka',
    deed: 'a mâché une pantoufle|pantoufle;a attrapé une souris|souris;a couru après le facteur|facteur;a dormi dans le panier à linge|panier à linge;était chez le vétérinaire|vétérinaire;a volé une saucisse sur la table|saucisse;s’est caché sous le canapé|canapé;a griffé le fauteuil|fauteuil;a creusé la pelouse|pelouse;a eu un nouveau collier|collier;a chassé un écureuil|écureuil;a mangé le fromage|fromage',
    plant:
      'tomates|tomate;rosiers|rosier;haies|haie;fraises|fraise;tulipes|tulipe;pommiers|pommier;basilics|basilic;potirons|potiron;lavandes|lavande;pommes de terre|pommes de terre;vignes|vigne;tournesols|tournesol',
    place:
      'au lac d’Anholt|lac d’Anholt;au château de Grisval|château de Grisval;au zoo|zoo;au musée des sciences|musée des sciences;à l’île aux Pins|île aux Pins;à Marlow|Marlow;à la salle d’escalade|escalade;à la colline du Renard|colline du Renard;au marché de Noël|marché de Noël;au jardin botanique|jardin botanique;à Port-Ellin|Port-Ellin;à la vieille mine|mine',
    outing:
      'ont marché des heures;ont mangé une glace;ont pris la pluie;ont raté le bus;ont croisé de vieux amis;ont fait beaucoup de photos',
    matter:
      'de la fête d’anniversaire|fête d’anniversaire;de l’appartement de vacances|appartement de vacances;de l’assurance de la voiture|assurance;d’un chagrin d’amour|chagrin d’amour;de la pièce de l’école|pièce de l’école;du nouvel emploi|emploi;du mariage|mariage;des impôts|impôts;de la chorale|chorale;du déménagement|déménagement;de la clôture des voisins|clôture;d’une recette|recette',
    job: 'a lavé les vitres|vitres;a rangé la cave|cave;a repassé les chemises|chemises;a lavé la voiture|voiture;a dégivré le congélateur|congélateur;a trié les vieux jouets|jouets;a nettoyé les gouttières|gouttières;a porté les bouteilles|bouteilles;a huilé les charnières|charnières;a changé les draps|draps;a balayé la cour|cour;a vidé le compost|compost',
    remark:
      'Tout le monde était content.;Cela a pris plus longtemps que prévu.;Personne ne s’est plaint.;Quelle journée.;Ben a beaucoup ri.;Mia veut recommencer.;Il pleuvait dehors.;Léna était fatiguée.;La radio jouait.;Tom a pris une photo.',
  },
  entries: {
    dinner: [
      'Au dîner il y avait {dish}. {remark}',
      '{family} a cuisiné {dish} pour le dîner. {remark}',
      'Dîner : {dish}, préparé par {family}. {remark}',
    ],
    lunch: ['Au déjeuner ils ont eu {snack}. {remark}', '{family} a préparé {snack} pour le déjeuner.'],
    film: [
      'Ils ont regardé le film « {title} » ensemble. {remark}',
      'Soirée film : « {title} ». {family} s’est endormi.',
    ],
    visit: ['Visite : {person}. {remark}', 'Une visite : {person}, avec café et gâteau. {remark}'],
    repair: [
      'Appareil réparé : {appliance}. Ça {fault}. {helper} est venu.',
      '{helper} a réparé l’appareil ({appliance}), qui {fault}.',
    ],
    purchase: [
      '{family} a acheté {item} {shop} pour {price} euros.',
      'Ils ont acheté {item} pour {price} euros {shop}. {remark}',
    ],
    health: ['{family} avait {complaint} et {remedy}.', '{family} était malade, avec {complaint}, et {remedy}.'],
    school: ['{child} a eu un contrôle ({subject}) et {result}.', 'École : {child} {result} ({subject}). {remark}'],
    pet: ['{animal} {deed}. {remark}', 'Encore une fois, {animal} {deed}.'],
    garden: [
      '{family} a planté et arrosé au jardin : {plant}.',
      'Au jardin, {family} s’est occupé des {plant}. {remark}',
    ],
    trip: ['Excursion {place} : ils {outing}.', 'Ils ont fait une excursion {place} et {outing}. {remark}'],
    call: ['{person} : appel à propos {matter}.', 'Appel reçu de {person}, à propos {matter}. {remark}'],
    chore: ['{family} {job}. {remark}', 'Dans l’après-midi, {family} {job}.'],
  },
  questions: {
    dinner: {
      own: [
        'Qu’est-ce qu’on a eu au dîner {when} ?',
        'C’était quoi, le dîner, {when} ?',
        'Qui a cuisiné {dish} pour le dîner {when} ?',
      ],
      other: ['Qu’est-ce qu’on a mangé le soir {when} ?'],
    },
    lunch: {
      own: ['Qu’est-ce qu’on a eu au déjeuner {when} ?', 'Qui a préparé {snack} {when} ?'],
      other: ['Qu’est-ce qu’on a mangé à midi {when} ?'],
    },
    film: {
      own: [
        'Quel film avons-nous regardé {when} ?',
        'Comment s’appelait le film qu’on a vu {when} ?',
        'Avons-nous regardé {title} {when} ?',
      ],
      other: ['Qu’est-ce qu’on a vu à l’écran {when} ?'],
    },
    visit: {
      own: [
        'Qui est venu en visite {when} ?',
        'Est-ce que {person} nous a rendu visite {when} ?',
        'De qui était la visite {when} ?',
      ],
      other: ['Quels invités avions-nous {when} ?'],
    },
    repair: {
      own: [
        'Qui a réparé : {appliance}, {when} ?',
        'C’était quoi, le problème de {appliance}, {when} ?',
        'Qu’avait-on à réparer {when}, {appliance} ?',
      ],
      other: ['Quelle panne avons-nous eue {when} ?'],
    },
    purchase: {
      own: [
        'Combien coûtait ce qu’on a acheté {when}, {item} ?',
        'Où avons-nous acheté {item} {when} ?',
        'Combien avons-nous payé {item} {when} ?',
      ],
    },
    health: { own: ['Qui avait un souci de {complaint} {when} ?', 'Comment ça allait {when}, avec {complaint} ?'] },
    school: {
      own: [
        'Comment ça s’est passé pour {child} en {subject} {when} ?',
        'Et le contrôle de {subject} de {child} {when} ?',
      ],
    },
    pet: {
      own: ['C’était quoi, cette histoire de {animal} et {deed}, {when} ?', 'Quel animal, {when}, avec {deed} ?'],
    },
    garden: {
      own: ['Qui s’est occupé de {plant} au jardin {when} ?', 'Qu’a-t-on fait au jardin avec {plant} {when} ?'],
    },
    trip: {
      own: [
        'Comment était l’excursion, {place}, {when} ?',
        'Qu’avons-nous fait à {place} {when} ?',
        'Où était l’excursion {when} ?',
      ],
      other: ['Quelle balade avons-nous faite {when} ?'],
    },
    call: {
      own: [
        'Qui a téléphoné à propos de {matter} {when} ?',
        'De quoi parlait l’appel de {person} {when} ?',
        'L’appel pour {matter}, {when}, c’était qui ?',
      ],
    },
    chore: { own: ['Qui a pensé à {job} {when} ?', 'Quelqu’un a-t-il fait {job} {when} ?'] },
  },
  times: {
    weekdays: 'dimanche;lundi;mardi;mercredi;jeudi;vendredi;samedi',
    months: 'janvier;février;mars;avril;mai;juin;juillet;août;septembre;octobre;novembre;décembre',
    numbers: 'deux;trois;quatre;cinq;six;sept;huit;neuf',
    yesterday: 'hier',
    dayBeforeYesterday: 'avant-hier',
    daysAgo: 'il y a {n} jours',
    weeksAgo: 'il y a environ {n} semaines',
    monthsAgo: 'il y a {n} mois',
    lastWeekday: '{weekday} dernier',
    weekdayLastWeek: 'le {weekday} de la semaine dernière',
    lastWeekend: 'le week-end dernier',
    lastMonth: 'le mois dernier',
    date: 'le {day} {month}',
    numericDate: 'le {dd}/{mm}',
    inMonth: 'en {month}',
    inMonthOfYear: 'en {month} {year}',
    earlyMonth: 'début {month}',
    lateMonth: 'fin {month}',
    betweenMonths: 'entre {month} et {month2}',
    weekdayBeforeEaster: 'le {weekday} avant Pâques',
    easter: 'à Pâques',
    easterMonday: 'le lundi de Pâques',
    christmasEve: 'la veille de Noël',
    newYearsEve: 'à la Saint-Sylvestre',
    halloween: 'à Halloween',
    summer: 'l’été dernier',
  },
};
