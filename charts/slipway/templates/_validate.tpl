{{/* Every combination that cannot be is refused in one sentence. */}}
{{- define "slipway.validate" -}}
{{- include "slipway.validateSources" . -}}
{{- include "slipway.validateSecrets" . -}}
{{- include "slipway.validateEntrances" . -}}
{{- include "slipway.validateEveryServiceRuns" . -}}
{{- if has (int .Values.monitoring.port) (list 3000 3001) -}}
{{- fail (printf "monitoring.port cannot be %d: clients are answered at 3000, probes at 3001." (int .Values.monitoring.port)) -}}
{{- end -}}
{{- range $name := keys .Values.services | sortAlpha -}}
{{- $s := include "slipway.service" (dict "root" $ "name" $name) | fromJson -}}
{{- if $s.enabled -}}
{{- include "slipway.validateService" (dict "name" $name "s" $s) -}}
{{- end -}}
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
{{- if not (or (include "slipway.runs" $s) (has $name $.Values.servedElsewhere)) -}}
{{- fail (printf "services.%s.%s would leave what needs it answered 503 for ever. Where another release runs %s, name it in servedElsewhere." $name (ternary "replicas=0" "enabled=false" $s.enabled) $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* dict "name" "bookings" "s" (what it is) */}}
{{- define "slipway.validateService" -}}
{{- $at := printf "services.%s" .name -}}
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
{{- if and $scaling.enabled (not (dig "requests" "cpu" "" .s.resources)) -}}
{{- fail (printf "%s.autoscaling.enabled needs resources.requests.cpu: its percentage is of that." $at) -}}
{{- end -}}
{{- if and .s.pdb.enabled (has (toString .s.pdb.maxUnavailable) (list "0" "0%")) -}}
{{- fail (printf "%s.pdb.maxUnavailable is 0: no node with one of its pods could ever be drained." $at) -}}
{{- end -}}
{{- range list "SERVICES" "PORT" "HEALTH_PORT" "METRICS_PORT" "NODE_NAME" "HOST" -}}
{{- if hasKey $.s.env . -}}
{{- fail (printf "%s.env.%s cannot be set: the chart's ports, probes and names depend on it." $at .) -}}
{{- end -}}
{{- end -}}
{{- if hasKey .s.env "DATABASE_PREFIX" -}}
{{- fail (printf "%s.env.DATABASE_PREFIX cannot be set: all services share databasePrefix." $at) -}}
{{- end -}}
{{- $rolling := .s.strategy.rollingUpdate | default dict -}}
{{- $isRolling := and (eq .s.kind "Deployment") (ne .s.strategy.type "Recreate") -}}
{{- if and $isRolling (regexMatch "^0+%?$" (toString $rolling.maxSurge)) (regexMatch "^0+%?$" (toString $rolling.maxUnavailable)) -}}
{{- fail (printf "%s.strategy.rollingUpdate has maxSurge and maxUnavailable of 0: no pod could ever be replaced." $at) -}}
{{- end -}}
{{- include "slipway.validateGrace" . -}}
{{- end -}}

{{/*
A gateway sleeps, drains, ends its requests (20 s) and its calls (1 s and 15 s); another service drains,
ends its calls and tells what it has to tell (15 s). Being killed amid that would cost requests.
*/}}
{{- define "slipway.validateGrace" -}}
{{- $drain := get .s.env "DRAIN_SECONDS" -}}
{{- $slept := dig "preStop" "sleep" "seconds" 0 .s.lifecycle | int -}}
{{- $drained := kindIs "map" $drain | ternary 5 (kindIs "invalid" $drain | ternary 5 (int $drain)) -}}
{{- $needed := add $slept $drained (eq .name "gateway" | ternary 36 31) -}}
{{- if lt (int .s.terminationGracePeriodSeconds) (int $needed) -}}
{{- fail (printf "services.%s.terminationGracePeriodSeconds is %d, but leaving without a lost request takes up to %d seconds." .name (int .s.terminationGracePeriodSeconds) (int $needed)) -}}
{{- end -}}
{{- end -}}
