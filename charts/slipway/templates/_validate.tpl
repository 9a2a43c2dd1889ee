{{/* Every combination that cannot be is refused in one sentence. */}}
{{- define "slipway.validate" -}}
{{- include "slipway.validateSources" . -}}
{{- include "slipway.validateSecrets" . -}}
{{- include "slipway.validateEntrances" . -}}
{{- include "slipway.validateGatewayService" . -}}
{{- include "slipway.validateMonitoring" . -}}
{{- include "slipway.validatePolicies" . -}}
{{- include "slipway.validateArchive" . -}}
{{- include "slipway.validateEnv" (dict "root" . "at" "defaults" "env" .Values.defaults.env) -}}
{{- include "slipway.validateEveryServiceRuns" . -}}
{{- range $name := keys .Values.services | sortAlpha -}}
{{- $s := include "slipway.service" (dict "root" $ "name" $name) | fromJson -}}
{{- if $s.enabled -}}
{{- include "slipway.validateService" (dict "root" $ "name" $name "s" $s) -}}
{{- end -}}
{{- end -}}
{{- range $name, $s := include "slipway.services" . | fromJson -}}
{{- include "slipway.validateScaling" (dict "name" $name "s" $s) -}}
{{- end -}}
{{- end -}}

{{- define "slipway.validateSources" -}}
{{- range $name, $what := dict "mongodb" (dict "title" "MongoDB" "literal" "uri") "nats" (dict "title" "NATS" "literal" "url") -}}
{{- $source := index $.Values $name -}}
{{- $literal := index $source $what.literal -}}
{{- $given := list -}}
{{- if $source.existingSecret.name }}{{ $given = append $given (printf "%s.existingSecret.name" $name) }}{{ end -}}
{{- if $literal }}{{ $given = append $given (printf "%s.%s" $name $what.literal) }}{{ end -}}
{{- if $source.dev.enabled }}{{ $given = append $given (printf "%s.dev.enabled" $name) }}{{ end -}}
{{- if not $given -}}
{{- fail (printf "Slipway needs %s: set %s.existingSecret.name, %s.%s or, for a trial, %s.dev.enabled." $what.title $name $name $what.literal $name) -}}
{{- end -}}
{{- if and $source.existingSecret.perService (not $source.existingSecret.name) -}}
{{- fail (printf "%s.existingSecret.perService needs %s.existingSecret.name: the secret with a key for each service." $name $name) -}}
{{- end -}}
{{- if gt (len $given) 1 -}}
{{- fail (printf "%s is given more than once (%s): leave one of them." $what.title (join ", " $given)) -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "slipway.validateSecrets" -}}
{{- $secrets := .Values.secrets -}}
{{- $existing := $secrets.existingSecret.name -}}
{{- if and $existing (or $secrets.authPepper $secrets.secretsKeys) -}}
{{- fail "The secrets are given twice: leave secrets.existingSecret.name, or secrets.authPepper and secrets.secretsKeys." -}}
{{- end -}}
{{- if not (or $existing (and $secrets.authPepper $secrets.secretsKeys)) -}}
{{- fail "Slipway needs its secrets: set secrets.existingSecret.name (README.md says how to make it) or, for a trial, secrets.authPepper and secrets.secretsKeys." -}}
{{- end -}}
{{- if and $secrets.authPepper (lt (len $secrets.authPepper) 32) -}}
{{- fail "secrets.authPepper must be at least 32 random characters." -}}
{{- end -}}
{{- if and .Values.ca.existingConfigMap.name .Values.ca.existingSecret.name -}}
{{- fail "The authority to trust is given twice: leave ca.existingConfigMap.name or ca.existingSecret.name." -}}
{{- end -}}
{{- end -}}

{{- define "slipway.validateGatewayService" -}}
{{- $service := .Values.service -}}
{{- range list "loadBalancerClass" "loadBalancerIP" "loadBalancerSourceRanges" -}}
{{- if and (get $service .) (ne $service.type "LoadBalancer") -}}
{{- fail (printf "service.%s needs service.type=LoadBalancer." .) -}}
{{- end -}}
{{- end -}}
{{- range list "nodePort" "externalTrafficPolicy" -}}
{{- if and (get $service .) (eq $service.type "ClusterIP") -}}
{{- fail (printf "service.%s needs service.type=NodePort or LoadBalancer." .) -}}
{{- end -}}
{{- end -}}
{{- if and (eq $service.trafficDistribution "PreferSameNode") (semverCompare "<1.34-0" .Capabilities.KubeVersion.Version) -}}
{{- fail "service.trafficDistribution=PreferSameNode needs Kubernetes 1.34 or newer." -}}
{{- end -}}
{{- end -}}

{{- define "slipway.validateMonitoring" -}}
{{- $monitoring := .Values.monitoring -}}
{{- if has (int $monitoring.port) (list 3000 3001) -}}
{{- fail (printf "monitoring.port cannot be %d: clients are answered at 3000, probes at 3001." (int $monitoring.port)) -}}
{{- end -}}
{{- if and $monitoring.podMonitor.enabled $monitoring.serviceMonitor.enabled -}}
{{- fail "monitoring has both podMonitor and serviceMonitor enabled: every series would be read twice." -}}
{{- end -}}
{{- end -}}

{{/* A policy that does not know where something is would cut it off, and one for all namespaces is none. */}}
{{- define "slipway.validatePolicies" -}}
{{- $policy := .Values.networkPolicy -}}
{{- if $policy.enabled -}}
{{- range $name, $title := dict "mongodb" "MongoDB" "nats" "NATS" -}}
{{- if not (or (index $.Values $name).dev.enabled (index $policy $name).to) -}}
{{- fail (printf "networkPolicy.%s.to must say where %s is: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: NAMESPACE } } }], [{ podSelector: {} }] for this namespace, or an ipBlock." $name $title) -}}
{{- end -}}
{{- end -}}
{{- if not $policy.gatewayFrom -}}
{{- range $name := list "ingress" "httpRoute" -}}
{{- if (index $.Values $name).enabled -}}
{{- fail (printf "%s.enabled needs networkPolicy.gatewayFrom, who may reach the gateway: the namespace of the controller." $name) -}}
{{- end -}}
{{- end -}}
{{- if ne .Values.service.type "ClusterIP" -}}
{{- fail (printf "service.type=%s needs networkPolicy.gatewayFrom, who may reach the gateway: [{ ipBlock: { cidr: 0.0.0.0/0 } }] for anybody." .Values.service.type) -}}
{{- end -}}
{{- end -}}
{{- if and .Values.monitoring.otlp.endpoint (not $policy.otlp.to) -}}
{{- fail "monitoring.otlp.endpoint needs networkPolicy.otlp.to, where the collector is: the namespace of it, or an ipBlock." -}}
{{- end -}}
{{- range $name := list "podMonitor" "serviceMonitor" -}}
{{- if and (index $.Values.monitoring $name).enabled (not $policy.metricsFrom) -}}
{{- fail (printf "monitoring.%s.enabled needs networkPolicy.metricsFrom, who may read the metrics: the namespace of Prometheus." $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* A job that bookings refuses each night. What it takes from elsewhere, or in another release, is not seen here. */}}
{{- define "slipway.validateArchive" -}}
{{- $bookings := include "slipway.service" (dict "root" . "name" "bookings") | fromJson -}}
{{- if and .Values.archive.existingClaim $bookings.enabled (not $bookings.envFrom) -}}
{{- if has (get $bookings.env "BOOKINGS_KEEP_DAYS" | default "0" | toString) (list "" "0") -}}
{{- fail "archive.existingClaim needs services.bookings.env.BOOKINGS_KEEP_DAYS, after how many days a booking is archived: with 0 all are kept for ever." -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* What the chart sets itself: dict "root" $ "at" "services.bookings" "env" (its settings) */}}
{{- define "slipway.validateEnv" -}}
{{- $at := .at -}}
{{- $env := .env -}}
{{- range list "SERVICES" "PORT" "HEALTH_PORT" "METRICS_PORT" "NODE_NAME" "HOST" -}}
{{- if hasKey $env . -}}
{{- fail (printf "%s.env.%s cannot be set: the chart's ports, probes and names depend on it." $at .) -}}
{{- end -}}
{{- end -}}
{{- if hasKey $env "DATABASE_PREFIX" -}}
{{- fail (printf "%s.env.DATABASE_PREFIX cannot be set: all services share databasePrefix." $at) -}}
{{- end -}}
{{- range $name, $sources := dict "MONGODB_URI" "mongodb.existingSecret or mongodb.uri" "NATS_URL" "nats.existingSecret or nats.url" "OPERATOR_NATS_URL" "nats.existingSecret.perService" "AUTH_PEPPER" "secrets.existingSecret or secrets.authPepper" "SECRETS_KEYS" "secrets.existingSecret or secrets.secretsKeys" -}}
{{- if hasKey $env $name -}}
{{- fail (printf "%s.env.%s cannot be set: it would override the secret. Set %s." $at $name $sources) -}}
{{- end -}}
{{- end -}}
{{- /* A slip would have no effect. What other programs read: Node, the C library, OpenTelemetry, TLS. */ -}}
{{- $known := .root.Files.Get "files/settings.txt" | splitList "\n" -}}
{{- range $name := keys $env | sortAlpha -}}
{{- if not (or (has $name $known) (regexMatch "^(NODE|OTEL|UV|MALLOC|SSL|LC)_|^(TZ|LANG)$" $name)) -}}
{{- fail (printf "%s.env.%s is no setting of docs/settings.md, so nothing would read it. What another program reads is given by envFrom." $at $name) -}}
{{- end -}}
{{- end -}}
{{- if and (hasKey $env "NODE_EXTRA_CA_CERTS") (include "slipway.caVolume" .root) -}}
{{- fail (printf "%s.env.NODE_EXTRA_CA_CERTS cannot be set beside ca, which sets it: leave one of them." $at) -}}
{{- end -}}
{{- end -}}

{{- define "slipway.validateEntrances" -}}
{{- $gateway := include "slipway.service" (dict "root" . "name" "gateway") | fromJson -}}
{{- $entrances := dict "ingress.enabled" .Values.ingress.enabled "httpRoute.enabled" .Values.httpRoute.enabled "smokeTest.existingSecret.name" .Values.smokeTest.existingSecret.name -}}
{{- range $name, $isSet := $entrances -}}
{{- if and $isSet (not $gateway.enabled) -}}
{{- fail (printf "%s needs the gateway, which services.gateway.enabled=false leaves out." $name) -}}
{{- end -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.hosts) -}}
{{- fail "ingress.enabled needs ingress.hosts: the names that the Ingress answers for." -}}
{{- end -}}
{{- if and .Values.httpRoute.enabled (not .Values.httpRoute.parentRefs) -}}
{{- fail "httpRoute.enabled needs httpRoute.parentRefs: the Gateways that the route belongs to." -}}
{{- end -}}
{{- range $name := list "ingress" "httpRoute" -}}
{{- if and (index $.Values $name).enabled (not (get $gateway.env "TRUSTED_PROXIES")) (not $gateway.envFrom) -}}
{{- fail (printf "%s.enabled needs services.gateway.env.TRUSTED_PROXIES, how many proxies are in front of the gateway: without it all clients share the limits of one address." $name) -}}
{{- end -}}
{{- end -}}
{{- if and (not .Values.serviceAccount.create) (not .Values.serviceAccount.name) -}}
{{- fail "serviceAccount.create=false needs serviceAccount.name: an account that is there." -}}
{{- end -}}
{{- end -}}

{{/* Without one of the services a gateway answers 503 to what needs it. */}}
{{- define "slipway.validateEveryServiceRuns" -}}
{{- $gateway := include "slipway.service" (dict "root" . "name" "gateway") | fromJson -}}
{{- if include "slipway.runs" $gateway -}}
{{- range $name := keys .Values.services | sortAlpha -}}
{{- $s := include "slipway.service" (dict "root" $ "name" $name) | fromJson -}}
{{- $host := include "slipway.service" (dict "root" $ "name" ($s.runsIn | default $name)) | fromJson -}}
{{- if not (or (and $s.enabled (include "slipway.runs" $host)) (has $name $.Values.servedElsewhere)) -}}
{{- fail (printf "services.%s.%s would leave what needs it answered 503 for ever. Where another release runs %s, name it in servedElsewhere." $name (ternary "replicas=0" "enabled=false" $s.enabled) $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* dict "name" "bookings" "s" (what it is, with its parts) */}}
{{- define "slipway.validateScaling" -}}
{{- if and (has "resources-capacity" .s.parts) (include "slipway.isScaled" .s) -}}
{{- fail (printf "services.%s.autoscaling must be off: pods of resources-capacity divide the days of suppliers among themselves, and each change of their number moves some. Set its replicas." .name) -}}
{{- end -}}
{{- end -}}

{{/* A service in the pods of another one has its place and its settings there, and nothing else: dict "root" $ "name" "sync" "s" {} */}}
{{- define "slipway.validateGuest" -}}
{{- $at := printf "services.%s" .name -}}
{{- $host := index .root.Values.services .s.runsIn | default dict -}}
{{- if or (eq .name "gateway") (eq .s.runsIn "gateway") -}}
{{- fail (printf "%s.runsIn=%s: the gateway has pods of its own, which have no database." $at .s.runsIn) -}}
{{- end -}}
{{- if or (eq .name .s.runsIn) $host.runsIn (eq (toString $host.enabled) "false") -}}
{{- fail (printf "%s.runsIn=%s needs a service with pods of its own." $at .s.runsIn) -}}
{{- end -}}
{{- $given := index .root.Values.services .name | default dict -}}
{{- range $key := keys (omit $given "runsIn" "env" "enabled") | sortAlpha -}}
{{- fail (printf "%s.%s has no effect: %s runs in the pods of %s." $at $key $.name $.s.runsIn) -}}
{{- end -}}
{{- range $key, $value := $given.env -}}
{{- range $other, $o := $.root.Values.services -}}
{{- $theirs := ($o | default dict).env | default dict -}}
{{- if and (or (eq $other $.s.runsIn) (eq (($o | default dict).runsIn | default "") $.s.runsIn)) (hasKey $theirs $key) (ne (toJson (get $theirs $key)) (toJson $value)) -}}
{{- fail (printf "%s.env.%s differs from that of %s, which runs in the same pods." $at $key $other) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* dict "root" $ "name" "bookings" "s" (what it is) */}}
{{- define "slipway.validateService" -}}
{{- $at := printf "services.%s" .name -}}
{{- if .s.runsIn }}{{ include "slipway.validateGuest" . }}{{ end -}}
{{- $scaling := .s.autoscaling -}}
{{- if and $scaling.enabled $scaling.keda.enabled -}}
{{- fail (printf "%s.autoscaling has both enabled and keda.enabled: two autoscalers would fight over its pods." $at) -}}
{{- end -}}
{{- if and $scaling.keda.enabled (not $scaling.keda.triggers) -}}
{{- fail (printf "%s.autoscaling.keda.enabled needs keda.triggers: what it scales by." $at) -}}
{{- end -}}
{{- if and (or $scaling.enabled $scaling.keda.enabled) (gt (int $scaling.min) (int $scaling.max)) -}}
{{- fail (printf "%s.autoscaling.min is %d, more than its max of %d." $at (int $scaling.min) (int $scaling.max)) -}}
{{- end -}}
{{- if and $scaling.enabled (not (or $scaling.cpu $scaling.metrics)) -}}
{{- fail (printf "%s.autoscaling.enabled needs cpu or metrics: what it scales by." $at) -}}
{{- end -}}
{{- if and $scaling.enabled $scaling.cpu (not (dig "requests" "cpu" "" .s.resources)) -}}
{{- fail (printf "%s.autoscaling.enabled needs resources.requests.cpu: its percentage is of that." $at) -}}
{{- end -}}
{{- if and .s.pdb.enabled (has (toString .s.pdb.maxUnavailable) (list "0" "0%")) -}}
{{- fail (printf "%s.pdb.maxUnavailable is 0: no node with one of its pods could ever be drained." $at) -}}
{{- end -}}
{{- include "slipway.validateEnv" (dict "root" .root "at" $at "env" .s.env) -}}
{{- if and (eq .s.dnsPolicy "None") (not .s.dnsConfig.nameservers) -}}
{{- fail (printf "%s.dnsPolicy=None needs dnsConfig.nameservers." $at) -}}
{{- end -}}
{{- $rolling := .s.strategy.rollingUpdate | default dict -}}
{{- $isRolling := and (eq .s.kind "Deployment") (ne .s.strategy.type "Recreate") -}}
{{- if and $isRolling (regexMatch "^0+%?$" (toString $rolling.maxSurge)) (regexMatch "^0+%?$" (toString $rolling.maxUnavailable)) -}}
{{- fail (printf "%s.strategy.rollingUpdate has maxSurge and maxUnavailable of 0: no pod could ever be replaced." $at) -}}
{{- end -}}
{{- include "slipway.validateGrace" . -}}
{{- end -}}

{{/*
A gateway sleeps, drains, ends its requests (65 s) and its calls (1 s and 15 s); another service drains,
ends its calls and sends its last messages (15 s). Being killed amid that would cost requests.
*/}}
{{- define "slipway.validateGrace" -}}
{{- $drain := get .s.env "DRAIN_SECONDS" -}}
{{- $slept := dig "preStop" "sleep" "seconds" 0 .s.lifecycle | int -}}
{{- $drained := kindIs "map" $drain | ternary 5 (kindIs "invalid" $drain | ternary 5 (int $drain)) -}}
{{- $needed := add $slept $drained (eq .name "gateway" | ternary 81 31) -}}
{{- if lt (int .s.terminationGracePeriodSeconds) (int $needed) -}}
{{- fail (printf "services.%s.terminationGracePeriodSeconds is %d, but leaving without a lost request takes up to %d seconds." .name (int .s.terminationGracePeriodSeconds) (int $needed)) -}}
{{- end -}}
{{- end -}}
